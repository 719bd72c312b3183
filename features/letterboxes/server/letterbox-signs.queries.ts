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
  change: Partial<Record<keyof typeof NO_SILENCE, Date | null>>,
): Promise<void> {
  await db.update(letterboxes).set(change).where(eq(letterboxes.id, letterboxId))
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
