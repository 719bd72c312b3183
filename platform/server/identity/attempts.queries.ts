import { createHash } from 'node:crypto'
import { and, eq, gt, lt, lte, sql } from 'drizzle-orm'
import { SECOND_MS } from '#platform/shared/durations.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../http/errors.ts'
import { attempts } from './tables.ts'
import { countedNetworks } from './visitor-network.ts'

/** Key of what is counted and for whom, such as `['login', email, network]`. */
export type AttemptKey = readonly [purpose: string, ...whose: string[]]

export interface AttemptLimit {
  max: number
  windowMs: number
}

/** Whether the limit of the window is exceeded, and how many seconds the window still lasts. */
export interface Counted {
  over: boolean
  secondsLeft: number
}

/**
 * A window that ends more than this many windows in the future was opened before the clock was set back. It counts as
 * over; otherwise it would last until that wrong time.
 */
const AHEAD = 2

/** E-mail addresses and IPs are stored as hashes only. */
const hashOf = (key: AttemptKey) => createHash('sha256').update(key.join('\n')).digest('base64url')

/** Counts an attempt in one statement, so that parallel attempts and several processes count correctly. */
export async function countAttempt(
  db: Db,
  key: AttemptKey,
  { max, windowMs }: AttemptLimit,
  now: Date,
): Promise<Counted> {
  const ends = new Date(now.getTime() + windowMs)
  const tooLate = new Date(now.getTime() + AHEAD * windowMs)
  // Past windows, and those too far ahead; a window from a process whose clock is slightly ahead still counts.
  const past = sql`(${attempts.window_ends_at} <= ${now.toISOString()}::timestamptz OR ${attempts.window_ends_at} > ${tooLate.toISOString()}::timestamptz)`
  const [row] = await db
    .insert(attempts)
    .values({ key: hashOf(key), count: 1, window_ends_at: ends })
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        count: sql`CASE WHEN ${past} THEN 1 ELSE ${attempts.count} + 1 END`,
        window_ends_at: sql`CASE WHEN ${past} THEN ${ends.toISOString()}::timestamptz ELSE ${attempts.window_ends_at} END`,
      },
    })
    .returning()
  if (!row) throw new Error('Unexpected empty answer to an upsert')
  const seconds = Math.ceil((row.window_ends_at.getTime() - now.getTime()) / SECOND_MS)
  return { over: row.count > max, secondsLeft: Math.max(1, seconds) }
}

/** Takes back an attempt that came to nothing. */
export async function takeBackAttempt(db: Db, key: AttemptKey): Promise<void> {
  await db
    .update(attempts)
    .set({ count: sql`${attempts.count} - 1` })
    .where(and(eq(attempts.key, hashOf(key)), gt(attempts.count, 0)))
}

/** Whether another attempt would exceed the limit; does not count one. */
export async function isOver(
  db: Db,
  key: AttemptKey,
  { max, windowMs }: AttemptLimit,
  now: Date,
): Promise<boolean> {
  const tooLate = new Date(now.getTime() + AHEAD * windowMs)
  const [row] = await db
    .select({ count: attempts.count })
    .from(attempts)
    .where(
      and(
        eq(attempts.key, hashOf(key)),
        gt(attempts.window_ends_at, now),
        lte(attempts.window_ends_at, tooLate),
      ),
    )
  return (row?.count ?? 0) >= max
}

/**
 * Remembers a key for a while.
 * @returns whether it was already known
 */
export async function noteSeen(
  db: Db,
  key: AttemptKey,
  forMs: number,
  now: Date,
): Promise<boolean> {
  const ends = new Date(now.getTime() + forMs)
  const isOver = sql`${attempts.window_ends_at} <= ${now.toISOString()}::timestamptz`
  const [row] = await db
    .insert(attempts)
    .values({ key: hashOf(key), count: 1, window_ends_at: ends })
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        count: sql`CASE WHEN ${isOver} THEN 1 ELSE ${attempts.count} + 1 END`,
        window_ends_at: ends,
      },
    })
    .returning()
  return (row?.count ?? 0) > 1
}

/** Whether {@link noteSeen} has stored the key and it has not expired. */
export async function wasNoted(db: Db, key: AttemptKey, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ key: attempts.key })
    .from(attempts)
    .where(and(eq(attempts.key, hashOf(key)), gt(attempts.window_ends_at, now)))
  return row !== undefined
}

/** Removes a key of {@link noteSeen}. @returns whether it existed; of several parallel callers only one gets true */
export async function takeSeen(db: Db, key: AttemptKey, now: Date): Promise<boolean> {
  const taken = await db
    .delete(attempts)
    .where(and(eq(attempts.key, hashOf(key)), gt(attempts.window_ends_at, now)))
    .returning({ key: attempts.key })
  return taken.length > 0
}

/** Throws `rate_limited` after `max` attempts in a window. */
export async function limitAttempts(
  db: Db,
  key: AttemptKey,
  limit: AttemptLimit,
  now: Date,
): Promise<void> {
  const counted = await countAttempt(db, key, limit, now)
  if (counted.over) throw overLimit(key, counted)
}

export const overLimit = ([purpose]: AttemptKey, { secondsLeft }: Counted): AppError =>
  new AppError('rate_limited', { retryAfter: secondsLeft, limit: purpose })

/** Counts an attempt for the visitor's network and, for IPv6, also for the wider network, which has a higher limit. */
export async function countNetwork(
  db: Db,
  key: AttemptKey,
  ip: string,
  { max, windowMs }: AttemptLimit,
  now: Date,
): Promise<Counted> {
  let counted: Counted = { over: false, secondsLeft: 0 }
  for (const { network, share } of countedNetworks(ip)) {
    const limit = { max: max * share, windowMs }
    const here = await countAttempt(db, [...key, network], limit, now)
    if (!counted.over) counted = here
  }
  return counted
}

/** Like {@link countNetwork}, but throws `rate_limited` over the limit. */
export async function limitNetwork(
  db: Db,
  key: AttemptKey,
  ip: string,
  limit: AttemptLimit,
  now: Date,
): Promise<void> {
  const counted = await countNetwork(db, key, ip, limit, now)
  if (counted.over) throw overLimit(key, counted)
}

/**
 * Throws `rate_limited` if another attempt of the visitor's network would exceed the limit; does not count one. For
 * calls of which only the failed ones are counted.
 */
export async function refuseNetworkOver(
  db: Db,
  key: AttemptKey,
  ip: string,
  { max, windowMs }: AttemptLimit,
  now: Date,
): Promise<void> {
  for (const { network, share } of countedNetworks(ip)) {
    const limit = { max: max * share, windowMs }
    if (await isOver(db, [...key, network], limit, now))
      throw overLimit(key, { over: true, secondsLeft: windowMs / SECOND_MS })
  }
}

/** Deletes the counts of {@link limitNetwork}. */
export async function forgetNetwork(db: Db, key: AttemptKey, ip: string): Promise<void> {
  for (const { network } of countedNetworks(ip)) await forgetAttempts(db, [...key, network])
}

export async function forgetAttempts(db: Db, key: AttemptKey): Promise<void> {
  await db.delete(attempts).where(eq(attempts.key, hashOf(key)))
}

/** Deletes windows that have ended. */
export async function deleteOldAttempts(db: Db, now: Date): Promise<void> {
  await db.delete(attempts).where(lt(attempts.window_ends_at, now))
}
