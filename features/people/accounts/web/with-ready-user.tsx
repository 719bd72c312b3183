import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import type { User } from './data/session.ts'
import { WithUser } from './with-user.tsx'

/**
 * Wrapper for screens that need a finished account: first a confirmed address, then a password or
 * another way in.
 */
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
