import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import type { Asked } from '#platform/server/questions.ts'
import { moved, movementsOf } from './cash-book.queries.ts'

/** Payments and refunds of one order; days are in the community's time zone. */
export interface MoneyOfOrder {
  /** Day of the first payment. */
  paid_on: string | null
  /** References of all payments. */
  references: string
  refunded_cents: number
  /** Day of the last refund. */
  refunded_on: string | null
}

export const NO_MONEY: MoneyOfOrder = {
  paid_on: null,
  references: '',
  refunded_cents: 0,
  refunded_on: null,
}

/** Keyed by order id; orders without money are missing. */
export async function sumMoneyOf(
  db: Db,
  asked: Asked & { timeZone: string },
  ids: string[],
): Promise<Map<string, MoneyOfOrder>> {
  const { timeZone } = asked
  const came = sql`FILTER (WHERE moved.cents > 0)`
  const went = sql`FILTER (WHERE moved.cents < 0)`
  const rows = await db
    .select({
      order_id: moved.order_id,
      paid_on: sql<
        string | null
      >`to_char(min(moved.at) ${came} AT TIME ZONE ${timeZone}, 'YYYY-MM-DD')`,
      references: sql<string>`coalesce(string_agg(nullif(moved.reference, ''), ' ' ORDER BY moved.at) ${came}, '')`,
      refunded_cents: sql<number>`coalesce(-sum(moved.cents) ${went}, 0)::float8`,
      refunded_on: sql<
        string | null
      >`to_char(max(moved.at) ${went} AT TIME ZONE ${timeZone}, 'YYYY-MM-DD')`,
    })
    .from(movementsOf(asked))
    .where(inArray(moved.order_id, ids))
    .groupBy(moved.order_id)
  return new Map(rows.map(({ order_id, ...money }) => [order_id, money]))
}
