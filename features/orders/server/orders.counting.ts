import { and, isNotNull, or, sql } from 'drizzle-orm'
import { type Currency, PRODUCT_ID } from '#features/products/pricing.ts'
import { type LocalPeriod, monthOf, withinMonths } from '#platform/server/community-months.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Asked } from '#platform/server/questions.ts'
import { order_events, orders } from '../tables.ts'
import { holdsMoney } from './orders.attention.ts'

const count = sql<number>`count(*)::int`

// Each one number of one query. The words of a partial index have to stand there as they are, not as parameters.

export const countToConfirm = sql<number>`(SELECT count(*)::int FROM ${orders}
  WHERE ${orders.status} = 'pending_confirmation')`

/** A membership has no parcel. */
export const countToShip = sql<number>`(SELECT count(*)::int FROM ${orders}
  WHERE ${orders.status} = 'paid' AND ${orders.product_id} <> ${PRODUCT_ID.membership})`

export const countHoldingMoney = (asked: Asked) =>
  sql<number>`(SELECT count(*)::int FROM ${orders} WHERE ${holdsMoney(asked)})`

/** Orders that came in a month and were not cancelled, by product. */
export function countOrders(db: Db, period: LocalPeriod) {
  const { created_at, product_id, status } = orders
  return db
    .select({ month: monthOf(created_at, period.timeZone), product_id, count })
    .from(orders)
    .where(and(sql`${status} <> 'cancelled'`, withinMonths(created_at, period)))
    .groupBy(sql`1`, product_id)
    .orderBy(sql`1`, product_id)
}

/**
 * What was paid and given back in each month, in cents. An order is paid when it first became so,
 * whichever way the money came; what is given back is noted beside it.
 */
export function sumRevenue(
  db: Db,
  period: LocalPeriod,
): Promise<{ month: string; currency: Currency; paid: number; refunded: number }[]> {
  const { created_at, refunded_cents, status, noted, order_id, id } = order_events
  const becamePaid = sql`${status} = 'paid' AND ${refunded_cents} IS NULL AND NOT ${noted}
    AND NOT EXISTS (SELECT FROM ${order_events} before
      WHERE before.order_id = ${order_id} AND before.status = 'paid' AND before.id <> ${id}
      AND before.created_at < ${created_at})`
  const total = sql`${orders.price_cents} + ${orders.donation_cents}`
  return db
    .select({
      month: monthOf(created_at, period.timeZone),
      currency: orders.currency,
      paid: sql<number>`coalesce(sum(${total}) FILTER (WHERE ${refunded_cents} IS NULL), 0)::float8`,
      refunded: sql<number>`coalesce(sum(${refunded_cents}), 0)::float8`,
    })
    .from(order_events)
    .innerJoin(orders, sql`${orders.id} = ${order_id}`)
    .where(and(or(becamePaid, isNotNull(refunded_cents)), withinMonths(created_at, period)))
    .groupBy(sql`1`, orders.currency)
    .orderBy(sql`1`, orders.currency)
}
