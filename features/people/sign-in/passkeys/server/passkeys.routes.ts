import type { FastifyInstance } from 'fastify'
import { recordSecurityEvent } from '#features/people/accounts/security-events/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { needsStrongProof, requireFreshProof } from '#platform/server/identity/proof.ts'
import { newSecret } from '#platform/server/identity/secrets.ts'
import { weakenSessions } from '#platform/server/identity/sessions.queries.ts'
import { lockUser } from '#platform/server/identity/users.queries.ts'
import { passkeysApi } from '../contract.ts'
import { passkeyRemoved } from './mails.ts'
import { addPasskey, startAdding } from './passkey-adding.ts'
import { logInWithPasskey, proveByPasskey } from './passkey-login.ts'
import { enqueuePasskeyMail } from './passkey-mails.ts'
import {
  CHALLENGE_MS,
  countPasskeys,
  deletePasskey,
  listPasskeys,
  presentPasskey,
  renamePasskey,
  storeChallenge,
} from './passkeys.queries.ts'
import { type RelyingParty, relyingPartyOf } from './relying-party.ts'

/** Logging in with a passkey, and the user's list of passkeys. */
export function addPasskeyRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, database, clock } = deps
  const { orm } = database
  const configured = relyingPartyOf(config)

  function relyingParty(): RelyingParty {
    if (!configured) throw new AppError('passkeys_unavailable')
    return configured
  }

  registerEndpoints(
    app,
    deps,
    'passkeys',
    passkeysApi,
    {
      async list({ viewer }) {
        return (await listPasskeys(orm, viewer.id)).map(presentPasskey)
      },

      startRegistration: ({ body, viewer }) =>
        startAdding(deps, relyingParty(), viewer, body.current_password),

      register: ({ body, viewer }) => addPasskey(deps, relyingParty(), viewer, body),

      async rename({ body, viewer }) {
        const passkey = await renamePasskey(orm, viewer.id, body.id, body.name)
        if (!passkey) throw new AppError('not_found')
        return presentPasskey(passkey)
      },

      remove({ body, viewer }) {
        return orm.transaction(async (tx) => {
          const user = await lockUser(tx, viewer.id)
          if (user && needsStrongProof(user, await countPasskeys(tx, user.id))) {
            if (!viewer.strong) throw new AppError('fresh_proof_needed')
            requireFreshProof(viewer, clock())
          }
          const passkey = await deletePasskey(tx, viewer.id, body.id)
          if (!user || !passkey) throw new AppError('not_found')
          if (!user.second_factor_since && (await countPasskeys(tx, user.id)) === 0)
            await weakenSessions(tx, user.id)
          const removed = { kind: 'passkey_removed', origin: viewer } as const
          await recordSecurityEvent(tx, user.id, removed, clock())
          await enqueuePasskeyMail(tx, deps, user, passkeyRemoved, passkey.name)
          return null
        })
      },

      async startLogin() {
        const party = relyingParty()
        const challenge = newSecret()
        await storeChallenge(orm, challenge, null, clock())
        const { id: rpId } = party
        return { rpId, challenge, timeout: CHALLENGE_MS, userVerification: 'required' as const }
      },

      async login({ body, request }) {
        const party = relyingParty()
        return { api_token: await logInWithPasskey(deps, party, body.credential, request) }
      },

      prove: ({ body, viewer }) => proveByPasskey(deps, relyingParty(), viewer, body.credential),
    },
    {
      startRegistration: 'credentials',
      register: 'credentials',
      startLogin: 'logins',
      login: 'logins',
      prove: 'logins',
    },
  )
}
