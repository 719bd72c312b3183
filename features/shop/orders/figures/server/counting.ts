import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { PROVIDER_MONEY } from '#features/shop/orders/paying/server/door.ts'
import { isRefunded } from '#features/shop/orders/server/door.ts'
import { type LocalPeriod, monthOf, withinMonths } from '#platform/server/community-months.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type Asked, answerTo } from '#platform/server/questions.ts'
import { PRODUCT_ID } from '../../products/pricing.ts'
import { orders } from '../../tables.ts'
import { holdsMoney } from './attention.ts'

const count = sql<number>`count(*)::int`

// Each is one scalar subquery. The condition of a partial index must be written as literals, not as parameters.

export const countToConfirm = sql<number>`(SELECT count(*)::int FROM ${orders}
  WHERE ${orders.status} = 'pending_confirmation')`

/**
 * A membership has no parcel. What a correction added must be paid first. Refunded and disputed orders are not
 * posted.
 */
export const isToShip = (asked: Asked): SQL => sql`(${orders.status} = 'paid'
  AND ${orders.product_id} <> ${PRODUCT_ID.membership} AND ${orders.owing_cents} <= 0
  AND NOT ${isRefunded} AND NOT ${answerTo(asked, PROVIDER_MONEY).isDisputed})`

/** @param within limits it to the area of a member of the staff */
export const countToShip = (asked: Asked, within?: SQL) =>
  sql<number>`(SELECT count(*)::int FROM ${orders} WHERE ${and(isToShip(asked), within)})`

export const countHoldingMoney = (asked: Asked) =>
  sql<number>`(SELECT count(*)::int FROM ${orders} WHERE ${holdsMoney(asked)})`

/** Orders of a month that were not cancelled, by product. */
export function countOrders(db: Db, period: LocalPeriod) {
  const { created_at, product_id, status } = orders
  return db
    .select({ month: monthOf(created_at, period.timeZone), product_id, count })
    .from(orders)
    .where(and(sql`${status} <> 'cancelled'`, withinMonths(created_at, period)))
    .groupBy(sql`1`, product_id)
    .orderBy(sql`1`, product_id)
}

/** The same by region of the address, as `regionOf` names it, for all products. */
export function countOrdersByRegion(
  db: Db,
  period: LocalPeriod,
  regionOf: (address: { country: PgColumn; postcode: PgColumn }) => SQL<string>,
): Promise<{ region: string; month: string; count: number }[]> {
  const { created_at, status } = orders
  return db
    .select({ region: regionOf(orders), month: monthOf(created_at, period.timeZone), count })
    .from(orders)
    .where(and(sql`${status} <> 'cancelled'`, withinMonths(created_at, period)))
    .groupBy(sql`1`, sql`2`)
}
