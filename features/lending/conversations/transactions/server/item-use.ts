import { and, count, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { ItemUse } from '#features/places/items/server/door.ts'
import { raiseCopies } from '#features/places/letterboxes/server/door.ts'
import { transactions } from '../tables.ts'

/** Statuses in which a thing is away or will be. */
const RUNNING = ['accepted', 'handed_over'] as const

export const itemUse: ItemUse = {
  counts: {
    of: 'requests',
    async perItem(db) {
      const rows = await db
        .select({ item_id: transactions.item_id, requests: count() })
        .from(transactions)
        .groupBy(transactions.item_id)
      return new Map(rows.map(({ item_id, requests }) => [item_id, requests]))
    },
  },

  async preview(db, from) {
    const running = sql<number>`count(*) FILTER (WHERE ${inArray(transactions.status, [...RUNNING])})::int`
    const [moved] = await db
      .select({ requests: sql<number>`count(*)::int`, running })
      .from(transactions)
      .where(eq(transactions.item_id, from))
    return { requests: moved?.requests ?? 0, running: moved?.running ?? 0 }
  },

  /**
   * A lender who has lent both items at the same time has two of the thing: the loans of the first item become
   * loans of further copies, numbered after the copies of the other item.
   */
  async move(tx, from, into) {
    await tx.execute(sql`
      UPDATE transactions SET item_id = ${into}, copy = transactions.copy + coalesce((
        SELECT max(other.copy) + 1 FROM transactions other
        WHERE other.renter_id = transactions.renter_id AND other.item_id = ${into}
          AND other.status IN ('accepted', 'handed_over') AND transactions.status IN ('accepted', 'handed_over')
      ), 0)
      WHERE item_id = ${from}`)
  },

  /** A letterbox has at least as many copies of the thing as it has lent. */
  async moved(tx, into) {
    const lent = await tx
      .select({
        user_id: sql<string>`${transactions.lender_id}`,
        copies: sql<number>`max(${transactions.copy}) + 1`,
      })
      .from(transactions)
      .where(
        and(
          eq(transactions.item_id, into),
          inArray(transactions.status, [...RUNNING]),
          isNotNull(transactions.lender_id),
        ),
      )
      .groupBy(transactions.lender_id)
    await raiseCopies(tx, into, lent)
  },
}
