import { and, asc, count, eq, type SQL, sql } from 'drizzle-orm'
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
 * @param lent a query of owners, `user_id`, and the `copies` they need
 */
export async function raiseCopies(tx: Db, itemId: number, lent: SQL): Promise<void> {
  await tx.execute(sql`
    UPDATE letterbox_items SET copies = least(${MOST_COPIES}, lent.copies)
    FROM (${lent}) lent JOIN letterboxes ON letterboxes.user_id = lent.user_id
    WHERE letterbox_items.letterbox_id = letterboxes.id AND letterbox_items.item_id = ${itemId}
      AND letterbox_items.copies < least(${MOST_COPIES}, lent.copies)`)
}

export const itemUse: ItemUse = {
  counts: {
    of: 'letterboxes',
    perItem: sql`SELECT ${letterbox_items.item_id}, count(*)::int AS count
      FROM ${letterbox_items} GROUP BY ${letterbox_items.item_id}`,
  },

  // One index look-up. EXISTS would read all rows: the planner assumes an average item, but this one has few
  // letterboxes or none.
  isStillHad: sql`${items.id} = (SELECT ${letterbox_items.item_id} FROM ${letterbox_items}
    WHERE ${letterbox_items.item_id} >= ${items.id} ORDER BY ${letterbox_items.item_id} LIMIT 1)`,

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
      INSERT INTO letterbox_items (letterbox_id, item_id, copies, line)
      SELECT letterbox_items.letterbox_id, ${into}::smallint, letterbox_items.copies,
        letterbox_items.line
      FROM letterbox_items WHERE item_id = ${from}
      ON CONFLICT (letterbox_id, item_id) DO UPDATE
        SET copies = greatest(letterbox_items.copies, excluded.copies),
          line = coalesce(letterbox_items.line, excluded.line)`)
    await tx.delete(letterbox_items).where(eq(letterbox_items.item_id, from))
  },
}
