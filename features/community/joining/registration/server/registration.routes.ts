import type { FastifyInstance } from 'fastify'
import { linkRegistered } from '#features/people/sign-in/identity-providers/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { providerRegistrationApi, registrationApi } from '../contract.ts'
import { registerAccount } from './registering.ts'

/** Registration with a form, or with an identity that a provider has proved. */
export function addRegistrationRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoints(
    app,
    deps,
    'accounts',
    registrationApi,
    { register: ({ body, request }) => registerAccount(deps, body, request) },
    { register: 'logins' },
  )
  registerEndpoints(
    app,
    deps,
    'identity-providers',
    providerRegistrationApi,
    {
      register({ body: { browser, ...registration }, request }) {
        const { email } = registration
        const origin = { userAgent: request.headers['user-agent'] }
        return registerAccount(deps, registration, request, (tx, user) =>
          linkRegistered(tx, deps, user.id, { browser, email, origin }),
        )
      },
    },
    { register: 'logins' },
  )
}
