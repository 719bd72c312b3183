import { useParams } from 'react-router'
import { UserPage } from './user-page.tsx'
import { UsersList } from './users-list.tsx'

/** Everybody with an account, and one of them. */
export function UsersScreen() {
  const { id } = useParams()
  return id === undefined ? <UsersList /> : <UserPage key={id} id={id} />
}
