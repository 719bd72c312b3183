import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { isOnMap } from '#features/places/letterboxes/map-index/server/door.ts'
import { letterbox_items, letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'

// What the import of a whole site writes: see features/community/moving.

const withItems = {
  letterbox: letterboxes,
  owner: users,
  items: sql<number[]>`ARRAY(SELECT item_id::int FROM ${letterbox_items}
    WHERE ${letterbox_items.letterbox_id} = ${letterboxes.id} ORDER BY item_id)`,
}

/** Letterboxes with their owners and stickers. */
export const findMovedLetterboxes = (db: Db, ids: readonly string[]) =>
  db
    .select(withItems)
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(inArray(letterboxes.id, [...ids]))

/** Which of these users own a letterbox. */
export async function findOwners(db: Db, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ user_id: letterboxes.user_id })
    .from(letterboxes)
    .where(inArray(letterboxes.user_id, [...userIds]))
  return new Set(rows.map(({ user_id }) => user_id))
}

export async function changeMovedLetterbox(
  db: Db,
  id: string,
  change: Partial<typeof letterboxes.$inferInsert>,
): Promise<void> {
  await db.update(letterboxes).set(change).where(eq(letterboxes.id, id))
}

/** What was on the map of the old site is no news here, and neither are its stickers. */
export async function noteOnMapBefore(db: Db, ids: readonly string[]): Promise<void> {
  const areMeant = inArray(letterboxes.id, [...ids])
  await db
    .update(letterboxes)
    .set({ on_map_at: letterboxes.created_at })
    .from(users)
    .where(and(areMeant, eq(users.id, letterboxes.user_id), isOnMap))
  await db
    .update(letterbox_items)
    .set({ on_map_at: letterboxes.on_map_at })
    .from(letterboxes)
    .where(
      and(
        areMeant,
        eq(letterbox_items.letterbox_id, letterboxes.id),
        isNotNull(letterboxes.on_map_at),
      ),
    )
}

export async function removeMovedLetterboxes(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .delete(letterboxes)
    .where(inArray(letterboxes.id, [...ids]))
    .returning({ id: letterboxes.id })
  return rows.map(({ id }) => id)
}

/** How many of some letterboxes are on the map. */
export async function countOnMap(
  db: Db,
  isMeant: SQL,
): Promise<{ on_map: number; off_map: number }> {
  const [row] = await db
    .select({
      on_map: sql<number>`count(*) FILTER (WHERE ${isOnMap})::int`,
      off_map: sql<number>`count(*) FILTER (WHERE (${isOnMap}) IS NOT TRUE)::int`,
    })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(isMeant)
  return row ?? { on_map: 0, off_map: 0 }
}
