import { recordSecurityEvent } from '#features/people/accounts/security-events/server/door.ts'
import { countPasskeys, noteLateFactor } from '#features/people/sign-in/passkeys/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import { needsStrongProof } from '#platform/server/identity/proof.ts'
import {
  noteProof,
  revokeOtherSessions,
  type Viewer,
  weakenSessions,
} from '#platform/server/identity/sessions.queries.ts'
import { revokeTokens, SESSION_LINKS } from '#platform/server/identity/tokens.queries.ts'
import { findUser, lockUser } from '#platform/server/identity/users.queries.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import type { NewApp } from '../contract.ts'
import { newAppOf, newAppSecret, stepOf } from './app-codes.ts'
import { tellOfChange } from './second-factor-mails.ts'
import { findPending, storePending, switchOff, switchOn } from './second-factors.queries.ts'
import { forgetTries, limitCodes, makeCodes, readAppCode } from './typed-codes.ts'

/**
 * Returns a secret for an app. Throws `fresh_proof_needed` for staff who must first prove their
 * passkey.
 */
export async function beginApp(
  { database, settings, clock }: Deps,
  viewer: Viewer,
): Promise<NewApp> {
  const { orm } = database
  const user = await findUser(orm, viewer.id)
  if (!user) throw new AppError('unauthorized')
  const passkeys = await countPasskeys(orm, user.id)
  // Otherwise a stranger with a staff member's password could add a second factor beside the
  // passkey.
  if (needsStrongProof(user, passkeys) && !viewer.strong) throw new AppError('fresh_proof_needed')
  const secret = newAppSecret()
  await storePending(orm, user.id, secret, clock())
  return newAppOf(secret, { issuer: settings.current().brand.name, label: user.email ?? '' })
}

/**
 * Switches the second step on with the first code of a new app, or replaces the previous app. All
 * other sessions end, since they were opened without it. Throws a field error and `rate_limited`.
 * @returns the recovery codes, which are not readable later
 */
export async function confirmApp(
  deps: Deps,
  viewer: Viewer,
  typed: string,
  ip: string,
): Promise<string[]> {
  const { orm } = deps.database
  const now = deps.clock()
  const typist = { userId: viewer.id, ip }
  await limitCodes(orm, typist, typed, now)
  return orm.transaction(async (tx) => {
    const user = await lockUser(tx, viewer.id)
    if (!user) throw new AppError('unauthorized')
    const secret = await findPending(tx, user.id, now)
    const code = readAppCode(typed)
    const step = secret && code ? stepOf(secret, code, now) : null
    if (!secret || step === null) throw fieldError('code', VALIDATION.appCode)
    await forgetTries(tx, typist, now)
    await switchOn(tx, user.id, { secret, step, now })
    const codes = await makeCodes(tx, user.id)
    await revokeOtherSessions(tx, user.id, viewer.session_id)
    await revokeTokens(tx, SESSION_LINKS, user.id)
    await noteProof(tx, viewer, { strong: true }, now)
    const passkeys = await countPasskeys(tx, user.id)
    await noteLateFactor(tx, deps, user, viewer, { passkeys, now })
    await recordSecurityEvent(tx, user.id, { kind: 'second_factor_on', origin: viewer }, now)
    await tellOfChange(tx, deps, user, 'on')
    return codes
  })
}

/** @throws `not_found` if the second step is off */
export function makeNewCodes(deps: Deps, viewer: Viewer): Promise<string[]> {
  return deps.database.orm.transaction(async (tx) => {
    const user = await lockUser(tx, viewer.id)
    if (!user?.second_factor_since) throw new AppError('not_found')
    const codes = await makeCodes(tx, user.id)
    const made = { kind: 'recovery_codes_made', origin: viewer } as const
    await recordSecurityEvent(tx, user.id, made, deps.clock())
    await tellOfChange(tx, deps, user, 'codes')
    return codes
  })
}

/** @throws `not_found` if the second step is off */
export function removeApp(deps: Deps, viewer: Viewer): Promise<null> {
  return deps.database.orm.transaction(async (tx) => {
    const user = await lockUser(tx, viewer.id)
    if (!user?.second_factor_since) throw new AppError('not_found')
    await switchOff(tx, user.id)
    await weakenSessions(tx, user.id)
    const off = { kind: 'second_factor_off', origin: viewer } as const
    await recordSecurityEvent(tx, user.id, off, deps.clock())
    await tellOfChange(tx, deps, user, 'off')
    return null
  })
}

/**
 * Removes a second factor that was added lately, after "it was not me". Never for people with
 * tasks: access to their mails must not be enough to remove it, so another administrator resets it.
 */
export async function forgetSecondFactorSince(tx: Db, userId: string, since: Date): Promise<void> {
  const user = await lockUser(tx, userId)
  if (!user?.second_factor_since || user.staff_since || user.second_factor_since <= since) return
  await switchOff(tx, userId)
}
