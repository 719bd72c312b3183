import { and, count, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { letterbox_items } from '#features/letterboxes/tables.ts'
import { transactions } from '#features/transactions/tables.ts'
import { wishes } from '#features/wishes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { MergePreview } from '../contract.admin.ts'
import { type ItemRow, items } from '../tables.ts'

/** Promised or handed out: something of it is away, or will be. */
const RUNNING = ['accepted', 'handed_over'] as const
/** As letterbox_items allows. */
const MOST_COPIES = 9

/** How much {@link mergeItems} would move. */
export async function previewMerge(db: Db, id: number, into: number): Promise<MergePreview> {
  const other = alias(letterbox_items, 'other')
  const [lent] = await db
    .select({ letterboxes: count(), both: count(other.item_id) })
    .from(letterbox_items)
    .leftJoin(
      other,
      and(eq(other.letterbox_id, letterbox_items.letterbox_id), eq(other.item_id, into)),
    )
    .where(eq(letterbox_items.item_id, id))
  const running = sql<number>`count(*) FILTER (WHERE ${inArray(transactions.status, [...RUNNING])})`
  const [asked] = await db
    .select({ requests: count(), running: running.mapWith(Number) })
    .from(transactions)
    .where(eq(transactions.item_id, id))
  const [wished] = await db.select({ wishes: count() }).from(wishes).where(eq(wishes.item_id, id))
  return {
    letterboxes: lent?.letterboxes ?? 0,
    both: lent?.both ?? 0,
    requests: asked?.requests ?? 0,
    running: asked?.running ?? 0,
    wishes: wished?.wishes ?? 0,
  }
}

/**
 * Requests and loans. Where a lender has lent both at a time there are two of the thing: the loans of the
 * first one become those of further copies, behind the copies of the other one.
 */
async function moveTransactions(db: Db, from: number, into: number): Promise<void> {
  await db.execute(sql`
    UPDATE transactions SET item_id = ${into}, copy = transactions.copy + coalesce((
      SELECT max(other.copy) + 1 FROM transactions other
      WHERE other.renter_id = transactions.renter_id AND other.item_id = ${into}
        AND other.status IN ('accepted', 'handed_over') AND transactions.status IN ('accepted', 'handed_over')
    ), 0)
    WHERE item_id = ${from}`)
}

/** Letterboxes: of those that have both, as many as they have of either, and as many as are lent. */
async function moveLetterboxes(db: Db, from: number, into: number): Promise<void> {
  await db.execute(sql`
    INSERT INTO letterbox_items (letterbox_id, item_id, copies)
    SELECT letterbox_items.letterbox_id, ${into}::smallint, letterbox_items.copies
    FROM letterbox_items WHERE item_id = ${from}
    ON CONFLICT (letterbox_id, item_id) DO UPDATE
      SET copies = greatest(letterbox_items.copies, excluded.copies)`)
  await db.execute(sql`
    UPDATE letterbox_items SET copies = least(${MOST_COPIES}, lent.copies)
    FROM (
      SELECT letterboxes.id, max(transactions.copy) + 1 AS copies
      FROM transactions JOIN letterboxes ON letterboxes.user_id = transactions.renter_id
      WHERE transactions.item_id = ${into} AND transactions.status IN ('accepted', 'handed_over')
      GROUP BY letterboxes.id
    ) lent
    WHERE letterbox_items.letterbox_id = lent.id AND letterbox_items.item_id = ${into}
      AND letterbox_items.copies < least(${MOST_COPIES}, lent.copies)`)
  await db.delete(letterbox_items).where(eq(letterbox_items.item_id, from))
}

/** Wishes: who wishes for both keeps the wish for the other one. */
async function moveWishes(db: Db, from: number, into: number): Promise<void> {
  await db.execute(sql`
    DELETE FROM wishes USING wishes other
    WHERE wishes.item_id = ${from} AND other.item_id = ${into} AND (
      wishes.user_id = other.user_id OR (
        lower(wishes.email) = lower(other.email)
        AND wishes.confirmed_at IS NOT NULL AND other.confirmed_at IS NOT NULL
      )
    )`)
  await db.update(wishes).set({ item_id: into }).where(eq(wishes.item_id, from))
}

const namesOf = (item: ItemRow) => [item.name_de, item.name_en, item.name_fr, item.name_it]

/**
 * Makes an item a part of another one; both are locked. All that points to it points to the other one
 * then, which is found by its words as well. The map follows by the triggers of letterbox_items.
 */
export async function mergeItems(db: Db, from: ItemRow, into: ItemRow, now: Date): Promise<void> {
  await moveWishes(db, from.id, into.id)
  await moveTransactions(db, from.id, into.id)
  await moveLetterboxes(db, from.id, into.id)
  const own = new Set(namesOf(into))
  const words = [...into.synonyms, ...namesOf(from), ...from.synonyms]
  const synonyms = [...new Set(words)].filter((word) => !own.has(word))
  await db
    .update(items)
    .set({ synonyms, version: into.version + 1, updated_at: now })
    .where(eq(items.id, into.id))
  await db
    .update(items)
    .set({ active: false, merged_into: into.id, version: from.version + 1, updated_at: now })
    .where(eq(items.id, from.id))
  await db.update(items).set({ merged_into: into.id }).where(eq(items.merged_into, from.id))
}
