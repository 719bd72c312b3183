import { and, eq, inArray, isNull } from 'drizzle-orm'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { wish_matches } from '../tables.ts'

/** Letterboxes that existed when the wish was activated: they are not reported. */
export async function rememberKnown(
  db: Db,
  wishId: string,
  letterboxIds: readonly string[],
  now: Date,
): Promise<void> {
  if (letterboxIds.length === 0) return
  const still = await db
    .select({ id: letterboxes.id })
    .from(letterboxes)
    .where(inArray(letterboxes.id, [...letterboxIds]))
    .for('key share')
  if (still.length === 0) return
  await db
    .insert(wish_matches)
    .values(still.map(({ id }) => ({ wish_id: wishId, letterbox_id: id, mailed_at: now })))
    .onConflictDoNothing()
}

/** Deletes a pending match that no longer holds, so that it may become one again. */
export async function forgetMatches(
  db: Db,
  wishId: string,
  letterboxIds: readonly string[],
): Promise<void> {
  if (letterboxIds.length === 0) return
  await db
    .delete(wish_matches)
    .where(
      and(eq(wish_matches.wish_id, wishId), inArray(wish_matches.letterbox_id, [...letterboxIds])),
    )
}

/** Letterboxes that the wish's owner must still be notified of. */
export async function findPendingMatches(db: Db, wishId: string): Promise<string[]> {
  const rows = await db
    .select({ id: wish_matches.letterbox_id })
    .from(wish_matches)
    .where(and(eq(wish_matches.wish_id, wishId), isNull(wish_matches.mailed_at)))
  return rows.map(({ id }) => id)
}
