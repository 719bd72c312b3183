import { eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
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

export async function countSilences(db: Db): Promise<Silences> {
  const { sign_asked_at, silent_since, gone_since } = letterboxes
  const [row] = await db
    .select({
      asked: sql<number>`(count(*) FILTER (WHERE ${silent_since} IS NULL))::int`,
      silent: sql<number>`(count(*) FILTER (WHERE ${silent_since} IS NOT NULL AND ${gone_since} IS NULL))::int`,
      gone: sql<number>`(count(*) FILTER (WHERE ${gone_since} IS NOT NULL))::int`,
    })
    .from(letterboxes)
    .where(sql`${sign_asked_at} IS NOT NULL`)
  return row ?? { asked: 0, silent: 0, gone: 0 }
}
