import { useParams } from 'react-router'
import { UserPage } from './user-page.tsx'
import { UsersList } from './users-list.tsx'

/** The list of all accounts, or the one in the address. */
export function UsersScreen() {
  const { id } = useParams()
  return id === undefined ? <UsersList /> : <UserPage key={id} id={id} />
}
