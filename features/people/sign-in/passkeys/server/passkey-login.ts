import type { FastifyRequest } from 'fastify'
import {
  notingRefusal,
  recordRefusal,
  recordSecurityEvent,
} from '#features/people/accounts/security-events/server/door.ts'
import { openSession } from '#features/people/accounts/sessions/server/door.ts'
import type { Orm } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { noteProof, type Viewer } from '#platform/server/identity/sessions.queries.ts'
import { lockUser } from '#platform/server/identity/users.queries.ts'
import type { BodyOutput } from '#platform/shared/endpoint.ts'
import type { passkeysApi } from '../contract.ts'
import { isCrossOrigin } from './client-data.ts'
import { findPasskey, markUsed, type PasskeyRow, redeemChallenge } from './passkeys.queries.ts'
import { loadWebauthn, type RelyingParty } from './relying-party.ts'

type Assertion = BodyOutput<typeof passkeysApi.login>['credential']

/** The account for which an authenticator created the passkey. Only we read these bytes. */
export const userHandleOf = (userId: string) => Buffer.from(userId)

/**
 * Returns the counter of a valid signature, otherwise null. Redeems the challenge in either case,
 * so that it allows one attempt only.
 */
async function verify(
  orm: Orm,
  party: RelyingParty,
  assertion: Assertion,
  passkey: PasskeyRow | null,
  now: Date,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await loadWebauthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} },
      expectedChallenge: (challenge) => redeemChallenge(orm, challenge, null, now),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: assertion.id,
        publicKey: Buffer.from(passkey?.public_key ?? '', 'base64url'),
        counter: passkey?.counter ?? 0,
      },
    })
    return verified && passkey && !isCrossOrigin(assertion.response)
      ? authenticationInfo.newCounter
      : null
  } catch {
    // Any error means an invalid response: a stranger's input is no server error.
    return null
  }
}

/** Returns the named passkey if it exists, and its counter if the signature is valid. */
async function checkAssertion(orm: Orm, party: RelyingParty, assertion: Assertion, now: Date) {
  const passkey = await findPasskey(orm, assertion.id)
  const counter = await verify(orm, party, assertion, passkey, now)
  const handle = Buffer.from(assertion.response.userHandle ?? '', 'base64url')
  const fits = passkey && counter !== null && handle.equals(userHandleOf(passkey.user_id))
  return { passkey, signed: fits ? { passkey, counter } : null }
}

/**
 * Records that the caller has just signed with a passkey of their own. Throws `invalid_passkey` for
 * another account's passkey, and for an invalid proof.
 */
export async function proveByPasskey(
  { database: { orm }, clock }: Pick<Deps, 'database' | 'clock'>,
  party: RelyingParty,
  viewer: Viewer,
  assertion: Assertion,
): Promise<null> {
  const now = clock()
  const refused = { kind: 'proof_refused', way: 'passkey', origin: viewer } as const
  await notingRefusal(orm, viewer.id, refused, now, async () => {
    const { signed } = await checkAssertion(orm, party, assertion, now)
    await orm.transaction(async (tx) => {
      const isOwn = signed?.passkey.user_id === viewer.id
      if (!isOwn || !(await markUsed(tx, signed.passkey.id, signed.counter, now))) {
        throw new AppError('invalid_passkey')
      }
      await noteProof(tx, viewer, { strong: true }, now)
      const given = { kind: 'proof_given', way: 'passkey', origin: viewer } as const
      await recordSecurityEvent(tx, viewer.id, given, now)
    })
  })
  return null
}

/**
 * Opens a session for a signature. Throws `invalid_credentials` for an unknown passkey, a wrong
 * signature, and a used or expired challenge.
 */
export async function logInWithPasskey(
  deps: Deps,
  party: RelyingParty,
  assertion: Assertion,
  request: Pick<FastifyRequest, 'headers'>,
): Promise<string> {
  const { database, clock } = deps
  const { orm } = database
  const now = clock()
  const { passkey: claimed, signed } = await checkAssertion(orm, party, assertion, now)
  if (!signed) {
    const origin = { userAgent: request.headers['user-agent'] }
    const refused = { kind: 'login_refused', way: 'passkey', origin } as const
    if (claimed) await recordRefusal(orm, claimed.user_id, refused, now)
    throw new AppError('invalid_credentials')
  }
  const { passkey, counter } = signed
  return orm.transaction(async (tx) => {
    const user = await lockUser(tx, passkey.user_id)
    if (!user || !(await markUsed(tx, passkey.id, counter, now))) {
      throw new AppError('invalid_credentials')
    }
    return openSession(tx, deps, user, { way: 'passkey', strong: true, request })
  })
}
