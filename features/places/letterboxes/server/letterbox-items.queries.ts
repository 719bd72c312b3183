import { and, asc, count, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Item } from '#features/places/items/contract.ts'
import { type ItemUse, presentItem } from '#features/places/items/server/door.ts'
import { items } from '#features/places/items/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { letterbox_items } from '../tables.ts'

/** Matches the limit of the table letterbox_items. */
const MOST_COPIES = 9

export async function listItemsOfLetterbox(db: Db, letterboxId: string): Promise<Item[]> {
  const rows = await db
    .select({ item: items })
    .from(letterbox_items)
    .innerJoin(items, eq(items.id, letterbox_items.item_id))
    .where(eq(letterbox_items.letterbox_id, letterboxId))
    .orderBy(asc(items.id))
  return rows.map(({ item }) => presentItem(item))
}

/**
 * Ensures that letterboxes have at least as many copies of an item as they have lent.
 * @param lent the owners, and the copies they need
 */
export async function raiseCopies(
  tx: Db,
  itemId: number,
  lent: readonly { user_id: string; copies: number }[],
): Promise<void> {
  if (lent.length === 0) return
  const owners = lent.map(({ user_id }) => user_id)
  const needed = lent.map(({ copies }) => copies)
  await tx.execute(sql`
    UPDATE letterbox_items SET copies = least(${MOST_COPIES}, lent.copies)
    FROM unnest(${sql.param(owners)}::uuid[], ${sql.param(needed)}::int[]) AS lent(user_id, copies) JOIN letterboxes ON letterboxes.user_id = lent.user_id
    WHERE letterbox_items.letterbox_id = letterboxes.id AND letterbox_items.item_id = ${itemId}
      AND letterbox_items.copies < least(${MOST_COPIES}, lent.copies)`)
}

export const itemUse: ItemUse = {
  counts: {
    of: 'letterboxes',
    async perItem(db) {
      const rows = await db
        .select({ item_id: letterbox_items.item_id, letterboxes: count() })
        .from(letterbox_items)
        .groupBy(letterbox_items.item_id)
      return new Map(rows.map(({ item_id, letterboxes }) => [item_id, letterboxes]))
    },
  },

  async findStillHad(db, ids) {
    if (ids.length === 0) return []
    // One index look-up for each. EXISTS would read all rows: the planner assumes an average item, but these have
    // few letterboxes or none.
    const rows = await db
      .select({ id: sql<number>`gone.id` })
      .from(sql`unnest(${sql.param(ids)}::smallint[]) AS gone(id)`)
      .where(
        sql`gone.id = (SELECT ${letterbox_items.item_id} FROM ${letterbox_items}
          WHERE ${letterbox_items.item_id} >= gone.id ORDER BY ${letterbox_items.item_id} LIMIT 1)`,
      )
    return rows.map(({ id }) => id)
  },

  async preview(db, from, into) {
    const other = alias(letterbox_items, 'other')
    const [counts] = await db
      .select({ letterboxes: count(), both: count(other.item_id) })
      .from(letterbox_items)
      .leftJoin(
        other,
        and(eq(other.letterbox_id, letterbox_items.letterbox_id), eq(other.item_id, into)),
      )
      .where(eq(letterbox_items.item_id, from))
    return { letterboxes: counts?.letterboxes ?? 0, both: counts?.both ?? 0 }
  },

  /**
   * A letterbox with both items keeps the larger number of copies, and the line of the remaining item if it has one.
   * Triggers update the map.
   */
  async move(tx, from, into) {
    await tx.execute(sql`
      INSERT INTO letterbox_items (letterbox_id, item_id, copies, line, on_map_at)
      SELECT letterbox_items.letterbox_id, ${into}::smallint, letterbox_items.copies,
        letterbox_items.line, letterbox_items.on_map_at
      FROM letterbox_items WHERE item_id = ${from}
      ON CONFLICT (letterbox_id, item_id) DO UPDATE
        SET copies = greatest(letterbox_items.copies, excluded.copies),
          line = coalesce(letterbox_items.line, excluded.line)`)
    await tx.delete(letterbox_items).where(eq(letterbox_items.item_id, from))
  },
}
