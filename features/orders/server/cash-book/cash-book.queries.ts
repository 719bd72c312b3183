import { asc, desc, type SQL, sql } from 'drizzle-orm'
import type { Currency } from '#features/products/pricing.ts'
import {
  type LocalPeriod,
  monthOf,
  monthsLater,
  startOfMonth,
} from '#platform/server/community-months.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type Asked, answersTo } from '#platform/server/questions.ts'
import type { CashWay } from '../../contract.cash-book.ts'
import { orders } from '../../tables.ts'
import { type CashMovement, ORDER_MONEY } from '../orders.questions.ts'

/** All that came and went, whichever way, as the table `moved`. */
export function movementsOf(asked: Asked): SQL {
  const all = answersTo(asked, ORDER_MONEY).map(({ movements }) => movements)
  return sql`(${sql.join(all, sql` UNION ALL `)}) moved`
}

/** Of a row of the table `moved`. */
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
}

interface Month {
  /** Such as `2026-11`. */
  month: string
  timeZone: string
}

/** What came and went in a month, the oldest first. */
export function listMovements(
  db: Db,
  asked: Asked,
  { month, timeZone }: Month,
): Promise<BookedMovement[]> {
  const from = startOfMonth(month, timeZone)
  const until = startOfMonth(monthsLater(month, 1), timeZone)
  return db
    .select({ ...moved, refno: orders.refno, product_id: orders.product_id })
    .from(movementsOf(asked))
    .innerJoin(orders, sql`${orders.id} = ${moved.order_id}`)
    .where(sql`moved.at >= ${from} AND moved.at < ${until}`)
    .orderBy(asc(sql`moved.at`), asc(orders.refno), desc(moved.cents))
}

export type OpeningSum = Pick<CashMovement, 'way' | 'currency' | 'cents'>

/** What each way held before a month: all that came until then, without what went. */
export function sumBefore(db: Db, asked: Asked, { month, timeZone }: Month): Promise<OpeningSum[]> {
  const { way, currency, cents } = moved
  return db
    .select({ way, currency, cents: sql<number>`sum(${cents})::float8` })
    .from(movementsOf(asked))
    .where(sql`moved.at < ${startOfMonth(month, timeZone)}`)
    .groupBy(way, currency)
}

export interface CashSum {
  month: string
  product_id: number
  currency: Currency
  /** In cents, both above 0. */
  received: number
  given_back: number
}

/**
 * What came and what went, by month, product and currency: the sums of these months' cash books. Each counts in the
 * month in which the money moved, whenever it was ordered or noted.
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
