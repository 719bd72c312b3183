import type { Orm } from '#platform/server/db/client.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { newSecret } from '#platform/server/identity/secrets.ts'
import type { Answer, BodyOutput } from '#platform/shared/endpoint.ts'
import type { passkeysApi } from '../contract.ts'
import { isCrossOrigin } from './client-data.ts'
import { userHandleOf } from './passkey-login.ts'
import { CHALLENGE_MS, type PasskeyRow, redeemChallenge } from './passkeys.queries.ts'
import { loadWebauthn, type RelyingParty } from './relying-party.ts'

type CreationOptions = Answer<typeof passkeysApi.startRegistration>
type Attestation = BodyOutput<typeof passkeysApi.register>['credential']

/** EdDSA, ES256 and RS256 by preference, as COSE numbers. */
const ALGORITHMS = [-8, -7, -257]

/** Options for creating a passkey that logs in without typing an address. */
export function creationOptionsFor(
  user: { id: string; email: string | null; firstname: string; lastname: string },
  existingPasskeys: PasskeyRow[],
  { party, brand }: { party: RelyingParty; brand: string },
): CreationOptions {
  return {
    rp: { id: party.id, name: brand },
    user: {
      id: userHandleOf(user.id).toString('base64url'),
      name: user.email ?? '',
      displayName: `${user.firstname} ${user.lastname}`.trim(),
    },
    challenge: newSecret(),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: CHALLENGE_MS,
    // An authenticator holds one passkey per account.
    excludeCredentials: existingPasskeys.map(({ credential_id, transports }) => ({
      id: credential_id,
      type: 'public-key',
      transports,
    })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
}

/**
 * Returns the columns of a new passkey. Redeems the challenge in any case. Throws `invalid_passkey`
 * unless it was created here, now and by this user.
 */
export async function verifyAttestation(
  { orm, party, now }: { orm: Orm; party: RelyingParty; now: Date },
  userId: string,
  attestation: Attestation,
): Promise<Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports'>> {
  const { transports = [], ...response } = attestation.response
  const { verifyRegistrationResponse } = await loadWebauthn()
  const verification = await verifyRegistrationResponse({
    response: { ...attestation, response, clientExtensionResults: {} },
    expectedChallenge: (challenge) => redeemChallenge(orm, challenge, userId, now),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null)
  if (!verification?.verified || isCrossOrigin(response)) throw new AppError('invalid_passkey')
  const { credential } = verification.registrationInfo
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports,
  }
}
