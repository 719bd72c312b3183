import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import type { User } from './data/session.ts'
import { WithUser } from './with-user.tsx'

/** Screens of a finished account: a confirmed address comes first, then a password or another way to log in. */
export function WithReadyUser({ children }: { children: (user: User) => ReactNode }) {
  return (
    <WithUser>
      {(user) => {
        if (!user.email_confirmed) return <Navigate to={paths.confirmEmail()} replace />
        if (!user.can_log_in) return <Navigate to={paths.setPassword()} replace />
        return children(user)
      }}
    </WithUser>
  )
}
