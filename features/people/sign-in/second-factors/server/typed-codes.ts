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

/** Wrong codes for one account from one place: see {@link placeOf}. */
const WRONG: AttemptLimit = { max: 10, windowMs: 15 * MINUTE_MS }
/** Three of a million codes of an app are right at a time: so few are tried in a day. Codes that work once are longer. */
const WRONG_IN_A_DAY: AttemptLimit = { max: 50, windowMs: DAY_MS }
/** For how long a network is known from which a right code came. */
const KNOWN_MS = 90 * DAY_MS

/** Six digits of any script, with whatever blanks and hyphens they were copied with; null for something else. */
export function readAppCode(typed: string): string | null {
  const digits = withLatinDigits(typed).replace(/[\s\p{Pd}]/gu, '')
  return /^\d{6}$/.test(digits) ? digits : null
}

/** Salted by the id of the account, which is random: one hash finds the code among all of theirs. */
const hashOf = (userId: string, code: string) =>
  hashLookedUp(code, Buffer.from(userId.replaceAll('-', ''), 'hex'))

/** Of a code as they were stored first, before the hash was a slow one: what somebody wrote down then goes on working. */
const formerHashOf = (userId: string, code: string) => hashSecret(`${userId} ${code}`)

/** Ten new codes in place of those of before; as they are written down. */
export async function makeCodes(db: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODE_COUNT }, () =>
    Array.from({ length: CODE_LENGTH }, () =>
      CODE_ALPHABET.charAt(randomInt(CODE_ALPHABET.length)),
    ).join(''),
  )
  await replaceCodes(db, userId, await Promise.all(codes.map((code) => hashOf(userId, code))))
  return codes.map(writtenCode)
}

/** Whose code is typed, and from which address. */
export interface Typist {
  userId: string
  ip: string
}

const knownNetwork = ({ userId, ip }: Typist) => ['code-network', userId, networkOf(ip)] as const

/**
 * Where a try is counted. A network from which a right code came before has an allowance of its own, so that somebody who
 * knows the password and guesses elsewhere cannot use up the owner's; all other networks share one.
 */
const placeOf = async (db: Db, typist: Typist, now: Date) =>
  (await wasNoted(db, knownNetwork(typist), now)) ? networkOf(typist.ip) : 'elsewhere'

/** Counts a try, in a statement of its own: a transaction that fails afterwards must not forget it. Throws `rate_limited`. */
export async function limitCodes(db: Db, typist: Typist, typed: string, now: Date): Promise<void> {
  const { userId } = typist
  const place = await placeOf(db, typist, now)
  if (readAppCode(typed)) {
    await limitAttempts(db, ['app-code', userId, place, 'day'], WRONG_IN_A_DAY, now)
    await limitAttempts(db, ['app-code', userId, place], WRONG, now)
  } else await limitAttempts(db, ['one-time-code', userId, place], WRONG, now)
}

/** After the right one. What counts for a day stays: whoever guesses beside the owner gains nothing by their logins. */
export async function forgetTries(db: Db, typist: Typist, now: Date): Promise<void> {
  const { userId } = typist
  const place = await placeOf(db, typist, now)
  await forgetAttempts(db, ['app-code', userId, place])
  await forgetAttempts(db, ['one-time-code', userId, place])
  await noteSeen(db, knownNetwork(typist), KNOWN_MS, now)
}

/**
 * Uses up a code of an account's app, or one that works once. Throws a field error for any other, and for one that was
 * used before; to be counted before by {@link limitCodes}.
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
