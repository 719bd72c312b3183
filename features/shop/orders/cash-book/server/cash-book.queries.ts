import { asc, desc, type SQL, sql } from 'drizzle-orm'
import { type CashMovement, ORDER_MONEY } from '#features/shop/orders/paying/server/door.ts'
import {
  type LocalPeriod,
  monthOf,
  monthsLater,
  startOfMonth,
} from '#platform/server/community-months.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type Asked, answersTo } from '#platform/server/questions.ts'
import type { Currency } from '../../products/pricing.ts'
import { orders } from '../../tables.ts'
import type { CashWay } from '../contract.admin.ts'

/** All payments and refunds of all ways, as the table `moved`. */
export function movementsOf(asked: Asked): SQL {
  const all = answersTo(asked, ORDER_MONEY).map(({ movements }) => movements)
  return sql`(${sql.join(all, sql` UNION ALL `)}) moved`
}

/** Columns of the table `moved`. */
export const moved = {
  order_id: sql<string>`moved.order_id`,
  at: sql<Date>`moved.at`.mapWith(orders.created_at),
  way: sql<CashWay>`moved.way`,
  reference: sql<string>`moved.reference`,
  cents: sql<number>`moved.cents`,
  currency: sql<Currency>`moved.currency`,
}

export interface BookedMovement extends CashMovement {
  refno: string
  product_id: number
  /** The customer's name. */
  name: string
  /** The part that is a donation. */
  donation_cents: number
}

interface Month {
  /** A month such as `2026-11`, or a year such as `2026`. */
  month: string
  timeZone: string
}

/** Start of a month or a year, and start of the next one. */
function boundsOf({ month, timeZone }: Month) {
  const isYear = month.length === 4
  const first = isYear ? `${month}-01` : month
  return {
    from: startOfMonth(first, timeZone),
    until: startOfMonth(monthsLater(first, isYear ? 12 : 1), timeZone),
  }
}

/** The donated part of what an order holds, in cents. */
const donationIn = (
  held: SQL,
) => sql`greatest(0, least(${held}, ${orders.price_cents} + ${orders.donation_cents})
  - ${orders.price_cents})`

/** What an order holds before and after a movement. */
const heldAfter = sql`sum(moved.cents) OVER (PARTITION BY moved.order_id
  ORDER BY moved.at, moved.cents DESC ROWS UNBOUNDED PRECEDING)`
const heldBefore = sql`(${heldAfter} - moved.cents)`

/** The movements of a month or a year, oldest first. */
export function listMovements(db: Db, asked: Asked, month: Month): Promise<BookedMovement[]> {
  const { from, until } = boundsOf(month)
  // What an order held before depends on all months, so the filter comes after the window function.
  const all = db.$with('booked').as(
    db
      .select({
        order_id: sql<string>`moved.order_id`.as('of_order'),
        at: sql<Date>`moved.at`.mapWith(orders.created_at).as('at'),
        way: sql<CashWay>`moved.way`.as('way'),
        reference: sql<string>`moved.reference`.as('reference'),
        cents: sql<number>`moved.cents`.as('cents'),
        currency: sql<Currency>`moved.currency`.as('moved_currency'),
        refno: orders.refno,
        product_id: orders.product_id,
        name: sql<string>`trim(${orders.firstname} || ' ' || ${orders.lastname})`.as('name'),
        donation_cents: sql<number>`(${donationIn(heldAfter)} - ${donationIn(heldBefore)})::int`.as(
          'donation',
        ),
      })
      .from(movementsOf(asked))
      .innerJoin(orders, sql`${orders.id} = ${moved.order_id}`),
  )
  return db
    .with(all)
    .select()
    .from(all)
    .where(sql`${all.at} >= ${from} AND ${all.at} < ${until}`)
    .orderBy(asc(all.at), asc(all.refno), desc(all.cents))
}

export type OpeningSum = Pick<CashMovement, 'way' | 'currency' | 'cents'>

/** The balance of each way before a month or a year. */
export function sumBefore(db: Db, asked: Asked, month: Month): Promise<OpeningSum[]> {
  const { way, currency, cents } = moved
  return db
    .select({ way, currency, cents: sql<number>`sum(${cents})::float8` })
    .from(movementsOf(asked))
    .where(sql`moved.at < ${boundsOf(month).from}`)
    .groupBy(way, currency)
}

export interface CashSum {
  month: string
  product_id: number
  currency: Currency
  /** In cents, both positive. */
  received: number
  given_back: number
}

/**
 * Payments and refunds by month, product and currency: the sums of these months' cash books. Each counts in the month
 * when the money moved, not when it was ordered or recorded.
 */
export function sumCash(
  db: Db,
  asked: Asked,
  { from, until, timeZone }: LocalPeriod,
): Promise<CashSum[]> {
  return db
    .select({
      month: monthOf(sql`moved.at`, timeZone),
      product_id: orders.product_id,
      currency: moved.currency,
      received: sql<number>`coalesce(sum(${moved.cents}) FILTER (WHERE ${moved.cents} > 0), 0)::float8`,
      given_back: sql<number>`coalesce(-sum(${moved.cents}) FILTER (WHERE ${moved.cents} < 0), 0)::float8`,
    })
    .from(movementsOf(asked))
    .innerJoin(orders, sql`${orders.id} = ${moved.order_id}`)
    .where(
      sql`moved.at >= ${startOfMonth(from, timeZone)}
        AND moved.at < ${startOfMonth(monthsLater(until, 1), timeZone)}`,
    )
    .groupBy(sql`1`, orders.product_id, moved.currency)
    .orderBy(sql`1`, orders.product_id, moved.currency)
}
