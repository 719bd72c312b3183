import { Navigate, Outlet, useLocation } from 'react-router'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'

/** Redirects visitors to the login and back afterwards. */
export function RequireLogin() {
  const { loggedIn } = useSession()
  const { pathname, search } = useLocation()
  if (!loggedIn) return <Navigate to={paths.login(`${pathname}${search}`)} replace />
  return <Outlet />
}
