import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { accountsApi } from '../contract.ts'
import { confirmationHandlers } from './confirmation.routes.ts'
import { sessionHandlers } from './login.routes.ts'
import { accountHandlers } from './own-account/own-account.routes.ts'
import { passwordHandlers } from './passwords.routes.ts'

export function addAccountRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoints(
    app,
    deps,
    'accounts',
    accountsApi,
    {
      ...confirmationHandlers(deps),
      ...passwordHandlers(deps),
      ...sessionHandlers(deps),
      ...accountHandlers(deps),
    },
    {
      login: 'logins',
      loginWithToken: 'logins',
      lookAtLink: 'logins',
      emailConfirmation: 'logins',
      resetPassword: 'logins',
      restoreEmail: 'logins',
      forgotPassword: 'credentials',
      sendLoginLink: 'credentials',
      setPassword: 'credentials',
      exportData: 'credentials',
    },
  )
}
