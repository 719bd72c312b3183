import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import type { User } from '../contract.ts'
import { WithUser } from './with-user.tsx'

/** Screens of a finished account: a confirmed address comes first, then a password. */
export function WithReadyUser({ children }: { children: (user: User) => ReactNode }) {
  return (
    <WithUser>
      {(user) => {
        if (!user.email_confirmed) return <Navigate to={paths.confirmEmail()} replace />
        if (!user.has_password) return <Navigate to={paths.setPassword()} replace />
        return children(user)
      }}
    </WithUser>
  )
}
