import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { type RouteLimit, registerEndpoints } from '#platform/server/http/endpoints.ts'
import { accountsApi } from '../contract.ts'
import { sessionHandlers } from './login.routes.ts'
import { accountHandlers } from './own-account/own-account.routes.ts'
import { passwordHandlers } from './passwords.routes.ts'
import { registrationHandlers } from './registration.routes.ts'

const OFTEN: RouteLimit = { max: 60, timeWindow: '10 minutes' }
const SELDOM: RouteLimit = { max: 30, timeWindow: '10 minutes' }

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
      register: OFTEN,
      login: OFTEN,
      loginWithToken: OFTEN,
      lookAtLink: OFTEN,
      emailConfirmation: OFTEN,
      resetPassword: OFTEN,
      restoreEmail: OFTEN,
      forgotPassword: SELDOM,
      sendLoginLink: SELDOM,
      setPassword: SELDOM,
      updateAccountInfo: SELDOM,
      exportData: SELDOM,
    },
  )
}
