import {
  notingRefusal,
  recordSecurityEvent,
} from '#features/people/accounts/security-events/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { needsStrongProof, proveIdentity } from '#platform/server/identity/proof.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { findUser, lockUser } from '#platform/server/identity/users.queries.ts'
import type { BodyOutput } from '#platform/shared/endpoint.ts'
import { MAX_PASSKEYS, type Passkey, type passkeysApi } from '../contract.ts'
import { noteLateFactor } from './late-factor.ts'
import { passkeyAdded } from './mails.ts'
import { enqueuePasskeyMail } from './passkey-mails.ts'
import { creationOptionsFor, verifyAttestation } from './passkey-registration.ts'
import {
  countPasskeys,
  insertPasskey,
  listPasskeys,
  presentPasskey,
  storeChallenge,
} from './passkeys.queries.ts'
import type { RelyingParty } from './relying-party.ts'

/**
 * Options for the browser to create a passkey, after a proof of identity. Throws
 * `too_many_passkeys`, and as {@link proveIdentity}.
 */
export async function startAdding(
  { settings, database, clock }: Pick<Deps, 'settings' | 'database' | 'clock'>,
  party: RelyingParty,
  viewer: Viewer,
  password: string | undefined,
) {
  const { orm } = database
  const now = clock()
  const user = await findUser(orm, viewer.id)
  if (!user) throw new AppError('unauthorized')
  const existingPasskeys = await listPasskeys(orm, viewer.id)
  const strongly = needsStrongProof(user, existingPasskeys.length)
  const refused = { kind: 'proof_refused', way: 'password', origin: viewer } as const
  await notingRefusal(orm, user.id, refused, now, () =>
    proveIdentity(orm, { user, viewer, password, now, strongly }),
  )
  if (existingPasskeys.length >= MAX_PASSKEYS) throw new AppError('too_many_passkeys')
  const options = creationOptionsFor(user, existingPasskeys, {
    party,
    brand: settings.current().brand.name,
  })
  await storeChallenge(orm, options.challenge, viewer.id, now)
  return options
}

/** Stores the new passkey, and notifies the owner. Throws `too_many_passkeys` and `conflict`. */
export async function addPasskey(
  deps: Pick<Deps, 'config' | 'database' | 'clock' | 'mails'>,
  party: RelyingParty,
  viewer: Viewer,
  { credential, name }: BodyOutput<typeof passkeysApi.register>,
): Promise<Passkey> {
  const { orm } = deps.database
  const now = deps.clock()
  const verified = await verifyAttestation({ orm, party, now }, viewer.id, credential)
  return orm.transaction(async (tx) => {
    // Locked, so that the limit holds for parallel calls.
    const user = await lockUser(tx, viewer.id)
    if (!user) throw new AppError('unauthorized')
    const passkeys = await countPasskeys(tx, viewer.id)
    if (passkeys >= MAX_PASSKEYS) {
      throw new AppError('too_many_passkeys')
    }
    const passkey = await insertPasskey(tx, {
      ...verified,
      user_id: viewer.id,
      name,
      created_at: now,
    })
    if (!passkey) throw new AppError('conflict')
    await noteLateFactor(tx, deps, user, viewer, { passkeys, now })
    await recordSecurityEvent(tx, user.id, { kind: 'passkey_added', origin: viewer }, now)
    await enqueuePasskeyMail(tx, deps, user, passkeyAdded, passkey.name)
    return presentPasskey(passkey)
  })
}
