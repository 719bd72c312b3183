import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type Asked, answersTo, answerTo } from '#platform/server/questions.ts'
import { order_events, orders } from '../tables.ts'
import { ORDER_MONEY, PROVIDER_MONEY } from './orders.questions.ts'

/** Of the order at hand: it was paid, then cancelled, not all of the money is back, and nobody looks after it. */
export function holdsMoney(asked: Asked): SQL {
  const { paid, gone } = answerTo(asked, PROVIDER_MONEY)
  const isLeft = sql.join(
    answersTo(asked, ORDER_MONEY).map((money) => money.isLeft),
    sql` OR `,
  )
  // The words of a partial index have to stand in the query as they are, not as parameters.
  return sql`${orders.status} = 'cancelled'
    AND ${orders.id} IN (
      SELECT ${order_events.order_id} FROM ${order_events} WHERE ${order_events.status} = 'paid')
    AND coalesce(${paid}, ${orders.price_cents} + ${orders.donation_cents}) - ${gone} > 0
    AND NOT (${isLeft})`
}

/**
 * Whether money of an order needs a look: what went wrong with a provider, and what a cancelled order
 * still holds.
 */
export const needsAttention = (asked: Asked, id: SQLWrapper, now: Date): SQL =>
  sql`${id} IN (
    ${answerTo(asked, PROVIDER_MONEY).wrong(now)}
    UNION ALL SELECT ${orders.id} FROM ${orders} WHERE ${holdsMoney(asked)})`
