import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { accountsApi } from '../contract.ts'
import { sessionHandlers } from './login.routes.ts'
import { accountHandlers } from './own-account/own-account.routes.ts'
import { passwordHandlers } from './passwords.routes.ts'
import { registrationHandlers } from './registration.routes.ts'

/** Routes of accounts: registration, confirmation, passwords, sessions, the account itself. */
export function addAccountRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoints(
    app,
    deps,
    'accounts',
    accountsApi,
    {
      ...registrationHandlers(deps),
      ...passwordHandlers(deps),
      ...sessionHandlers(deps),
      ...accountHandlers(deps),
    },
    {
      register: 'logins',
      login: 'logins',
      loginWithToken: 'logins',
      lookAtLink: 'logins',
      emailConfirmation: 'logins',
      resetPassword: 'logins',
      restoreEmail: 'logins',
      forgotPassword: 'credentials',
      sendLoginLink: 'credentials',
      setPassword: 'credentials',
      updateAccountInfo: 'credentials',
      exportData: 'credentials',
    },
  )
}
