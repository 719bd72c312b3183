import { type BackOfficeCall, type BackOfficePart, may } from '#platform/shared/task-matrix.ts'
import { useSession } from './session.ts'

/** Whether whoever uses the app may do something of the back office: for what is shown; the server decides. */
export function useMay(): (what: BackOfficeCall | BackOfficePart) => boolean {
  const { user } = useSession()
  return (what) => may(user, what)
}
