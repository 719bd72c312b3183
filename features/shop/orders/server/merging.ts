import { and, count, eq, notInArray, sql } from 'drizzle-orm'
import type { AccountMerge } from '#platform/server/feature.ts'
import { order_events, orders } from '../tables.ts'
import { ordersOf } from './orders.queries.ts'

/** Orders of the old account, including those placed under its address. */
export const orderMerge: AccountMerge = {
  async shares(db, { from }) {
    const [row] = await db.select({ total: count() }).from(orders).where(ordersOf(from))
    return [{ what: 'orders', moves: row?.total ?? 0, ends: 0 }]
  },

  async move(tx, _deps, { from, into }) {
    await tx.update(orders).set({ user_id: into.id }).where(ordersOf(from))
    // Mails about open orders go to the new account's address.
    const isOpen = notInArray(orders.status, ['processed', 'cancelled'])
    const underOldAddress = sql`lower(${orders.email}) = lower(${from.email})`
    await tx
      .update(orders)
      .set({ email: into.email })
      .where(and(eq(orders.user_id, into.id), isOpen, underOldAddress))
    await tx.update(order_events).set({ user_id: into.id }).where(eq(order_events.user_id, from.id))
  },
}
