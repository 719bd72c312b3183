import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints, routeLimit } from '#platform/server/http/endpoints.ts'
import { accountsApi } from '../contract.ts'
import { sessionHandlers } from './login.routes.ts'
import { accountHandlers } from './own-account/own-account.routes.ts'
import { passwordHandlers } from './passwords.routes.ts'
import { registrationHandlers } from './registration.routes.ts'

/** Routes of accounts: registration, confirmation, passwords, sessions, the account itself. */
export function addAccountRoutes(app: FastifyInstance, deps: Deps): void {
  const often = routeLimit(deps.config.networkLimits.logins)
  const seldom = routeLimit(deps.config.networkLimits.credentials)
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
      register: often,
      login: often,
      loginWithToken: often,
      lookAtLink: often,
      emailConfirmation: often,
      resetPassword: often,
      restoreEmail: often,
      forgotPassword: seldom,
      sendLoginLink: seldom,
      setPassword: seldom,
      updateAccountInfo: seldom,
      exportData: seldom,
    },
  )
}
