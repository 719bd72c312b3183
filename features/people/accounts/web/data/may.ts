import { type BackOfficeCall, type BackOfficePart, may } from '#platform/shared/task-matrix.ts'
import { useSession } from './session.ts'

/**
 * Whether the user may do something in the back office. It only decides what is shown; the server
 * enforces it.
 */
export function useMay(): (what: BackOfficeCall | BackOfficePart) => boolean {
  const { user } = useSession()
  return (what) => may(user, what)
}
