import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import { letterboxes } from '../../tables.ts'

/** Column values after a sign of life. */
export const NO_SILENCE = {
  sign_asked_at: null,
  sign_asked_again_at: null,
  silent_since: null,
  gone_since: null,
}

/**
 * Column values after a sign of life from the owner: ends the silence, and counts as an answer if a question was
 * pending.
 */
export const signOfLife = (now: Date) => ({
  ...NO_SILENCE,
  sign_answer_at: sql<Date | null>`CASE WHEN ${letterboxes.sign_asked_at} IS NULL THEN ${letterboxes.sign_answer_at}
    ELSE ${now.toISOString()}::timestamptz END`,
})

/**
 * Column values that withdraw a question because the owner turned off such mails; it counts neither as answered nor as
 * unanswered.
 */
export const NO_QUESTION = { ...NO_SILENCE, sign_question_at: null, sign_answer_at: null }

/** Letterboxes without a sign of life, by how far the silence has gone. */
interface Silences {
  /** Asked once or twice, not visible to others yet. */
  asked: number
  /** Shown as silent. */
  silent: number
  /** Off the map. */
  gone: number
  /** Imported and not claimed within eight weeks; on the map or not. */
  unclaimed: number
}

/** Records a question for a sign of life, or the consequence of no answer. */
export async function noteSilence(
  db: Db,
  letterboxId: string,
  change: Partial<Record<keyof typeof NO_QUESTION, Date | null>>,
): Promise<void> {
  await db.update(letterboxes).set(change).where(eq(letterboxes.id, letterboxId))
}

/** Records that the owner of an imported letterbox was mailed a link to claim it. */
export async function noteClaimMail(db: Db, letterboxId: string, now: Date): Promise<void> {
  await db.update(letterboxes).set({ claim_mailed_at: now }).where(eq(letterboxes.id, letterboxId))
}

/** An imported letterbox that was not claimed in time, and the account that the import created for it. */
export interface Unclaimed {
  id: string
  user_id: string
  /** Whether it leaves the map; otherwise it stays, with only its address. */
  leaves: boolean
}

/** Stops requests to these letterboxes and takes some of them off the map. */
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

/** Takes unclaimed letterboxes off the map or puts them back when the community changes this setting. */
export async function placeUnclaimed(db: Db, leave: boolean, now: Date): Promise<void> {
  const { unclaimed_since, claim_mailed_at, gone_since } = letterboxes
  await db
    .update(letterboxes)
    .set({ gone_since: leave ? now : null })
    .where(
      and(
        isNotNull(unclaimed_since),
        // An owner who was never mailed could not claim the letterbox.
        leave ? isNotNull(claim_mailed_at) : undefined,
        leave ? isNull(gone_since) : isNotNull(gone_since),
      ),
    )
}

/** Restores a letterbox when its owner claims it: it is on the map and takes requests again. */
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
