import { and, eq, notInArray, sql } from 'drizzle-orm'
import { moveCodes } from '#features/places/letterboxes/codes/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import { letterbox_items, letterboxes } from '../../tables.ts'

/** Position and stickers of a letterbox, the part that imports control. */
export interface ImportedState {
  latitude: number | null
  longitude: number | null
  items: number[]
}

type NewLetterbox = typeof letterboxes.$inferInsert & { id: string; items: number[] }

const ROWS_PER_STATEMENT = 500

/** Inserts as many letterboxes as fit into one statement, for owners that have none yet. */
export async function insertWithStickers(db: Db, rows: NewLetterbox[]): Promise<void> {
  await db.insert(letterboxes).values(rows.map(({ items: _, ...letterbox }) => letterbox))
  const stickers = rows.flatMap(({ id, items }) =>
    items.map((item_id) => ({ letterbox_id: id, item_id })),
  )
  for (let from = 0; from < stickers.length; from += ROWS_PER_STATEMENT) {
    await db.insert(letterbox_items).values(stickers.slice(from, from + ROWS_PER_STATEMENT))
  }
}

/** Sets the position and stickers of a letterbox. */
export async function placeWithStickers(
  db: Db,
  id: string,
  { latitude, longitude, items }: ImportedState,
): Promise<void> {
  await db
    .update(letterboxes)
    .set({ latitude, longitude, updated_at: sql`now()` })
    .where(eq(letterboxes.id, id))
  const own = eq(letterbox_items.letterbox_id, id)
  // Stickers that stay keep their number of copies and their line.
  await db
    .delete(letterbox_items)
    .where(items.length > 0 ? and(own, notInArray(letterbox_items.item_id, items)) : own)
  if (items.length > 0) {
    await db
      .insert(letterbox_items)
      .values(items.map((item_id) => ({ letterbox_id: id, item_id })))
      .onConflictDoNothing()
  }
}

/**
 * Moves the stickers and codes of an imported duplicate to a letterbox, and its spot if the letterbox has none. The
 * duplicate is deleted with its unclaimed account.
 */
export async function absorbImported(
  tx: Db,
  into: Pick<typeof letterboxes.$inferSelect, 'id' | 'latitude'>,
  ownerId: string,
): Promise<void> {
  const [imported] = await tx.select().from(letterboxes).where(eq(letterboxes.user_id, ownerId))
  if (!imported) return
  await tx.execute(sql`
    INSERT INTO ${letterbox_items} (letterbox_id, item_id, copies, line, on_map_at)
    SELECT ${into.id}::uuid, item_id, copies, line, on_map_at FROM ${letterbox_items}
    WHERE ${letterbox_items.letterbox_id} = ${imported.id}
    ON CONFLICT (letterbox_id, item_id) DO NOTHING`)
  await moveCodes(tx, imported.id, into.id)
  await tx.delete(users).where(eq(users.id, ownerId))
  if (into.latitude !== null) return
  const { latitude, longitude } = imported
  await tx.update(letterboxes).set({ latitude, longitude }).where(eq(letterboxes.id, into.id))
}
