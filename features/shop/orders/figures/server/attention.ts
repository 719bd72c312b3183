import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { ORDER_MONEY, PROVIDER_MONEY } from '#features/shop/orders/paying/server/door.ts'
import type { InSql } from '#platform/server/db/prepared.ts'
import { type Asked, answersTo, answerTo } from '#platform/server/questions.ts'
import { orders } from '../../tables.ts'

/**
 * Whether the current order row still holds money that must be refunded by hand: it was corrected, or it was paid and
 * then cancelled, not fully refunded and not settled.
 */
export function holdsMoney(asked: Asked): SQL {
  const { gone } = answerTo(asked, PROVIDER_MONEY)
  const isLeft = sql.join(
    answersTo(asked, ORDER_MONEY).map((money) => money.isLeft),
    sql` OR `,
  )
  // The condition of a partial index must be written as literals, not as parameters.
  return sql`(${orders.owing_cents} < 0 OR (${orders.status} = 'cancelled'
    AND ${orders.paid_cents} > 0 AND ${orders.paid_cents} - ${gone} > 0
    AND NOT (${isLeft})))`
}

/**
 * Whether the money of an order needs attention: a problem at a provider, or money left after a cancellation or
 * correction.
 * @param now in ISO 8601
 */
export const needsAttention = (asked: Asked, id: SQLWrapper, now: InSql<string>): SQL =>
  sql`${id} IN (
    ${answerTo(asked, PROVIDER_MONEY).wrong(now)}
    UNION ALL SELECT ${orders.id} FROM ${orders} WHERE ${holdsMoney(asked)})`
