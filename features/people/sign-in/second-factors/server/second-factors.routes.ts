import type { FastifyInstance } from 'fastify'
import { countPasskeys } from '#features/people/sign-in/passkeys/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { graceEndOf, lacksSecondFactor, needsStrongProof } from '#platform/server/identity/proof.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { tasksOf } from '#platform/shared/tasks.ts'
import { type Proof, type SecondFactors, secondFactorsApi } from '../contract.ts'
import { beginApp, confirmApp, makeNewCodes, removeApp } from './changing.ts'
import { countCodes } from './second-factors.queries.ts'
import { proveAnew, takeSecondStep } from './second-step.ts'

async function presentFactors(
  { database: { orm }, config, clock }: Deps,
  viewer: Viewer,
): Promise<SecondFactors> {
  const user = await findUser(orm, viewer.id)
  if (!user) throw new AppError('unauthorized')
  const tasks = tasksOf(user)
  const passkeys = await countPasskeys(orm, user.id)
  const takesPassword = user.password_hash !== null && !needsStrongProof(user, passkeys)
  const proofs: (Proof | false)[] = [
    passkeys > 0 && 'passkey',
    user.second_factor_since !== null && 'code',
    takesPassword && 'password',
  ]
  return {
    since: user.second_factor_since?.toISOString() ?? null,
    codes_left: user.second_factor_since ? await countCodes(orm, user.id) : 0,
    proofs: proofs.filter((proof) => proof !== false),
    // Tasks are read from the account: a session without a second factor has none after the grace
    // period.
    staff:
      tasks.length > 0
        ? {
            grace_ends: graceEndOf(config, user.staff_since)?.toISOString() ?? null,
            strong: viewer.strong,
            locked: lacksSecondFactor(config, { ...viewer, tasks }, clock()),
          }
        : null,
  }
}

/** Setting up a second factor, the second step of a login, and renewed proofs of identity. */
export function addSecondFactorRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoints(
    app,
    deps,
    'second-factors',
    secondFactorsApi,
    {
      get: ({ viewer }) => presentFactors(deps, viewer),

      begin: ({ viewer }) => beginApp(deps, viewer),

      async confirm({ body, viewer, request }) {
        return { codes: await confirmApp(deps, viewer, body.code, request.ip) }
      },

      async newCodes({ viewer }) {
        return { codes: await makeNewCodes(deps, viewer) }
      },

      remove: ({ viewer }) => removeApp(deps, viewer),

      prove: ({ body, viewer, request }) => proveAnew(deps, viewer, body, request.ip),

      async logIn({ body, request }) {
        return { api_token: await takeSecondStep(deps, body, request) }
      },
    },
    {
      begin: 'credentials',
      confirm: 'credentials',
      newCodes: 'credentials',
      prove: 'logins',
      logIn: 'logins',
    },
  )
}
