import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import { letterboxes } from '../tables.ts'

/** What is stored of a letterbox from which there is a sign of life. */
export const NO_SILENCE = {
  sign_asked_at: null,
  sign_asked_again_at: null,
  silent_since: null,
  gone_since: null,
}

/**
 * What an owner sets by a sign of life that was asked for, or by one of those that end it at once: nothing is asked any
 * more, and the question counts as answered. Where none was asked only the silence, which is none, is set.
 */
export const signOfLife = (now: Date) => ({
  ...NO_SILENCE,
  sign_answer_at: sql<Date | null>`CASE WHEN ${letterboxes.sign_asked_at} IS NULL THEN ${letterboxes.sign_answer_at}
    ELSE ${now.toISOString()}::timestamptz END`,
})

/** A question that nobody waits for any more, as mails like it are switched off: it counts neither way. */
export const NO_QUESTION = { ...NO_SILENCE, sign_question_at: null, sign_answer_at: null }

/** How many letterboxes were asked for a sign of life and have not answered, by how long ago that is. */
interface Silences {
  /** Asked once or twice, and nobody else knows. */
  asked: number
  /** Shown as one that has not answered lately. */
  silent: number
  /** Off the map. */
  gone: number
  /** Imported, and nobody came in eight weeks; on the map or not. */
  unclaimed: number
}

/** Notes what was asked of a letterbox, or what follows from getting no answer. */
export async function noteSilence(
  db: Db,
  letterboxId: string,
  change: Partial<Record<keyof typeof NO_QUESTION, Date | null>>,
): Promise<void> {
  await db.update(letterboxes).set(change).where(eq(letterboxes.id, letterboxId))
}

/** Notes that the owner of an imported letterbox was mailed a link that hands it over. */
export async function noteClaimMail(db: Db, letterboxId: string, now: Date): Promise<void> {
  await db.update(letterboxes).set({ claim_mailed_at: now }).where(eq(letterboxes.id, letterboxId))
}

/** Imported letterboxes that nobody has claimed in time, and the accounts that an import has made for them. */
export interface Unclaimed {
  id: string
  user_id: string
  /** Whether they leave the map; others stay, by their address alone. */
  leaves: boolean
}

/** From now on they take no requests, and some are off the map. */
export async function noteUnclaimed(
  tx: Db,
  unclaimed: readonly Unclaimed[],
  now: Date,
): Promise<void> {
  const userIds = unclaimed.map(({ user_id }) => user_id)
  await tx.update(users).set({ takes_requests: false }).where(inArray(users.id, userIds))
  for (const leaves of [false, true]) {
    const ids = unclaimed.filter((each) => each.leaves === leaves).map(({ id }) => id)
    await tx
      .update(letterboxes)
      .set({ unclaimed_since: now, gone_since: leaves ? now : null })
      .where(inArray(letterboxes.id, ids))
  }
}

/** Those that count as unclaimed leave the map, or come back to it, where the community has changed its mind. */
export async function placeUnclaimed(db: Db, leave: boolean, now: Date): Promise<void> {
  const { unclaimed_since, claim_mailed_at, gone_since } = letterboxes
  await db
    .update(letterboxes)
    .set({ gone_since: leave ? now : null })
    .where(
      and(
        isNotNull(unclaimed_since),
        // Who was never written to could not come.
        leave ? isNotNull(claim_mailed_at) : undefined,
        leave ? isNull(gone_since) : isNotNull(gone_since),
      ),
    )
}

/** Its owner is there: it is on the map and takes requests, as if it had never been unclaimed. */
export async function endUnclaimed(tx: Db, userId: string, now: Date): Promise<void> {
  const ended = await tx
    .update(letterboxes)
    .set({ unclaimed_since: null, gone_since: null, updated_at: now })
    .where(and(eq(letterboxes.user_id, userId), isNotNull(letterboxes.unclaimed_since)))
    .returning({ id: letterboxes.id })
  if (ended.length === 0) return
  await tx.update(users).set({ takes_requests: true }).where(eq(users.id, userId))
}

export async function countSilences(db: Db): Promise<Silences> {
  const { sign_asked_at, silent_since, gone_since, unclaimed_since } = letterboxes
  const [row] = await db
    .select({
      asked: sql<number>`(count(*) FILTER (WHERE ${sign_asked_at} IS NOT NULL AND ${silent_since} IS NULL))::int`,
      silent: sql<number>`(count(*) FILTER (WHERE ${silent_since} IS NOT NULL AND ${gone_since} IS NULL))::int`,
      gone: sql<number>`(count(*) FILTER (WHERE ${silent_since} IS NOT NULL AND ${gone_since} IS NOT NULL))::int`,
      unclaimed: sql<number>`(count(*) FILTER (WHERE ${unclaimed_since} IS NOT NULL))::int`,
    })
    .from(letterboxes)
    .where(or(isNotNull(sign_asked_at), isNotNull(unclaimed_since)))
  return row ?? { asked: 0, silent: 0, gone: 0, unclaimed: 0 }
}
