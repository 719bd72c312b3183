import { randomInt } from 'node:crypto'
import type { Db } from '#platform/server/db/client.ts'
import { fieldError } from '#platform/server/http/errors.ts'
import {
  type AttemptLimit,
  forgetAttempts,
  limitAttempts,
  noteSeen,
  wasNoted,
} from '#platform/server/identity/attempts.queries.ts'
import { hashLookedUp } from '#platform/server/identity/passwords.ts'
import { hashSecret } from '#platform/server/identity/secrets.ts'
import { networkOf } from '#platform/server/identity/visitor-network.ts'
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { withLatinDigits } from '#platform/shared/input/latin-digits.ts'
import {
  CODE_ALPHABET,
  CODE_LENGTH,
  readCode,
  writtenCode,
} from '#platform/shared/input/typed-code.ts'
import { CODE_COUNT } from '../contract.ts'
import { stepOf } from './app-codes.ts'
import { findSecret, replaceCodes, takeCode, takeStep } from './second-factors.queries.ts'

/** Wrong codes per account and place, see {@link placeOf}. */
const WRONG: AttemptLimit = { max: 10, windowMs: 15 * MINUTE_MS }
/**
 * At any time three of a million app codes are valid, so this few attempts are allowed per day.
 * Recovery codes are longer.
 */
const WRONG_IN_A_DAY: AttemptLimit = { max: 50, windowMs: DAY_MS }
/** How long a network stays known after a right code. */
const KNOWN_MS = 90 * DAY_MS

/** Six digits in any script, ignoring blanks and hyphens; null for other input. */
export function readAppCode(typed: string): string | null {
  const digits = withLatinDigits(typed).replace(/[\s\p{Pd}]/gu, '')
  return /^\d{6}$/.test(digits) ? digits : null
}

/**
 * Salted with the random id of the account, so that one hash finds the code among all of the
 * account's codes.
 */
const hashOf = (userId: string, code: string) =>
  hashLookedUp(code, Buffer.from(userId.replaceAll('-', ''), 'hex'))

/** The earlier, fast hash. Recovery codes that were stored with it still work. */
const formerHashOf = (userId: string, code: string) => hashSecret(`${userId} ${code}`)

/** Creates ten new codes that replace the earlier ones. Returns them as the user writes them down. */
export async function makeCodes(db: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODE_COUNT }, () =>
    Array.from({ length: CODE_LENGTH }, () =>
      CODE_ALPHABET.charAt(randomInt(CODE_ALPHABET.length)),
    ).join(''),
  )
  await replaceCodes(db, userId, await Promise.all(codes.map((code) => hashOf(userId, code))))
  return codes.map(writtenCode)
}

/** The account whose code is typed, and the client's IP address. */
export interface Typist {
  userId: string
  ip: string
}

const knownNetwork = ({ userId, ip }: Typist) => ['code-network', userId, networkOf(ip)] as const

/**
 * Where an attempt is counted. A network with an earlier right code has its own limit, so that a
 * stranger who knows the password cannot use up the owner's. All other networks share one limit.
 */
const placeOf = async (db: Db, typist: Typist, now: Date) =>
  (await wasNoted(db, knownNetwork(typist), now)) ? networkOf(typist.ip) : 'elsewhere'

/**
 * Counts an attempt in its own statement, which a later rollback does not undo. Throws
 * `rate_limited`.
 */
export async function limitCodes(db: Db, typist: Typist, typed: string, now: Date): Promise<void> {
  const { userId } = typist
  const place = await placeOf(db, typist, now)
  if (readAppCode(typed)) {
    await limitAttempts(db, ['app-code', userId, place, 'day'], WRONG_IN_A_DAY, now)
    await limitAttempts(db, ['app-code', userId, place], WRONG, now)
  } else await limitAttempts(db, ['one-time-code', userId, place], WRONG, now)
}

/**
 * Resets the counter after a right code. The daily counter stays, so that a stranger gains no
 * attempts from the owner's logins.
 */
export async function forgetTries(db: Db, typist: Typist, now: Date): Promise<void> {
  const { userId } = typist
  const place = await placeOf(db, typist, now)
  await forgetAttempts(db, ['app-code', userId, place])
  await forgetAttempts(db, ['one-time-code', userId, place])
  await noteSeen(db, knownNetwork(typist), KNOWN_MS, now)
}

/**
 * Redeems an app code or a recovery code. Throws a field error if it is wrong or already used. Call
 * {@link limitCodes} first.
 */
export async function takeTypedCode(
  tx: Db,
  typist: Typist,
  typed: string,
  now: Date,
): Promise<'app' | 'one_time'> {
  const { userId } = typist
  const appCode = readAppCode(typed)
  const oneTime = readCode(typed)
  const kind = appCode
    ? (await takeAppCode(tx, userId, appCode, now)) && 'app'
    : oneTime && (await takeOneTimeCode(tx, userId, oneTime)) && 'one_time'
  if (!kind) throw fieldError('code', appCode ? VALIDATION.appCode : VALIDATION.verificationCode)
  await forgetTries(tx, typist, now)
  return kind
}

async function takeOneTimeCode(tx: Db, userId: string, code: string): Promise<boolean> {
  return takeCode(tx, userId, [await hashOf(userId, code), formerHashOf(userId, code)])
}

async function takeAppCode(tx: Db, userId: string, code: string, now: Date): Promise<boolean> {
  const secret = await findSecret(tx, userId)
  const step = secret === null ? null : stepOf(secret, code, now)
  return step !== null && (await takeStep(tx, userId, step))
}
