import { and, asc, gte, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { startOf } from '#features/impact/server/impact.queries.ts'
import { monthsLater } from '#features/impact/server/impact.rules.ts'
import { letterboxes } from '#features/letterboxes/tables.ts'
import { order_events, orders } from '#features/orders/tables.ts'
import type { Currency } from '#features/products/pricing.ts'
import { transaction_events, transactions } from '#features/transactions/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Period } from './overview.rules.ts'

/** Months, where the community lives. */
export type LocalPeriod = Period & { timeZone: string }

const count = sql<number>`count(*)::int`
const hasPlace = isNotNull(letterboxes.latitude)

/** Whether something was in the months. */
export const isInMonths = (at: PgColumn, { from, until, timeZone }: LocalPeriod): SQL | undefined =>
  and(gte(at, startOf(from, timeZone)), lt(at, startOf(monthsLater(until, 1), timeZone)))

const monthOf = (at: PgColumn | SQL, timeZone: string) =>
  sql<string>`to_char(${at} AT TIME ZONE ${timeZone}, 'YYYY-MM')`

const byMonth = (rows: { month: string; count: number }[]) =>
  new Map(rows.map((row) => [row.month, row.count]))

/** The month of the first letterbox; null where there is none. */
export async function findFirstMonth(db: Db, timeZone: string): Promise<string | null> {
  const [row] = await db
    .select({ month: monthOf(letterboxes.created_at, timeZone) })
    .from(letterboxes)
    .where(hasPlace)
    .orderBy(asc(letterboxes.created_at))
    .limit(1)
  return row?.month ?? null
}

/** Letterboxes with a place that were there before the months began, and are there now. */
export async function countLetterboxesBefore(
  db: Db,
  { from, timeZone }: LocalPeriod,
): Promise<number> {
  const [row] = await db
    .select({ count })
    .from(letterboxes)
    .where(and(hasPlace, lt(letterboxes.created_at, startOf(from, timeZone))))
  return row?.count ?? 0
}

/** Letterboxes with a place that came in each month, and are there now. */
export async function countLetterboxes(db: Db, period: LocalPeriod) {
  const { created_at } = letterboxes
  const rows = await db
    .select({ month: monthOf(created_at, period.timeZone), count })
    .from(letterboxes)
    .where(and(hasPlace, isInMonths(created_at, period)))
    .groupBy(sql`1`)
  return byMonth(rows)
}

/** Lenders who answered a request in a month or in the two before. */
export async function countActiveLenders(db: Db, period: LocalPeriod) {
  const { answered_at, renter_id } = transactions
  const { from, until, timeZone } = period
  const month = sql`date_trunc('month', ${answered_at} AT TIME ZONE ${timeZone})`
  const answered = db
    .selectDistinct({ answered_in: month.as('answered_in'), renter_id })
    .from(transactions)
    .where(
      and(
        isNotNull(renter_id),
        isInMonths(answered_at, { ...period, from: monthsLater(from, -2) }),
      ),
    )
    .as('answered')
  const shownMonths = sql`generate_series(${`${from}-01`}::timestamp, ${`${until}-01`}::timestamp, '1 month')`
  const rows = await db
    .select({
      month: sql<string>`to_char(told.month, 'YYYY-MM')`,
      count: sql<number>`count(DISTINCT ${answered.renter_id})::int`,
    })
    .from(answered)
    .innerJoin(
      sql`${shownMonths} AS told(month)`,
      sql`${answered.answered_in} BETWEEN told.month - interval '2 months' AND told.month`,
    )
    .groupBy(sql`told.month`)
  return byMonth(rows)
}

/** Requests that reached a lender, by month, and those of them that were answered within a day. */
export async function countRequests(db: Db, period: LocalPeriod) {
  const { created_at, answered_at, held_at } = transactions
  const rows = await db
    .select({
      month: monthOf(created_at, period.timeZone),
      requests: count,
      answered_within_a_day: sql<number>`(count(*) FILTER (WHERE ${answered_at} <= ${created_at} + interval '1 day'))::int`,
    })
    .from(transactions)
    .where(and(isNull(held_at), isInMonths(created_at, period)))
    .groupBy(sql`1`)
  return new Map(rows.map(({ month, ...row }) => [month, row]))
}

/** Things that were handed over, by month. */
export async function countLoans(db: Db, period: LocalPeriod) {
  const { at, status } = transaction_events
  const rows = await db
    .select({ month: monthOf(at, period.timeZone), count })
    .from(transaction_events)
    // The words of a partial index have to stand in the query as they are, not as parameters.
    .where(and(sql`${status} = 'handed_over'`, isInMonths(at, period)))
    .groupBy(sql`1`)
  return byMonth(rows)
}

/** Orders that came in a month and were not cancelled, by product. */
export function countOrders(db: Db, period: LocalPeriod) {
  const { created_at, product_id, status } = orders
  return db
    .select({ month: monthOf(created_at, period.timeZone), product_id, count })
    .from(orders)
    .where(and(sql`${status} <> 'cancelled'`, isInMonths(created_at, period)))
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
    AND NOT EXISTS (SELECT FROM order_events before
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
    .where(and(or(becamePaid, isNotNull(refunded_cents)), isInMonths(created_at, period)))
    .groupBy(sql`1`, orders.currency)
    .orderBy(sql`1`, orders.currency)
}
