import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { InSql } from '#platform/server/db/prepared.ts'
import { type Asked, answersTo, answerTo } from '#platform/server/questions.ts'
import { orders } from '../tables.ts'
import { ORDER_MONEY, PROVIDER_MONEY } from './orders.questions.ts'

/**
 * Of the order at hand: it was corrected, and what is too much is to be given back by hand; or it was paid, then
 * cancelled, not all of the money is back, and nobody looks after it.
 */
export function holdsMoney(asked: Asked): SQL {
  const { gone } = answerTo(asked, PROVIDER_MONEY)
  const isLeft = sql.join(
    answersTo(asked, ORDER_MONEY).map((money) => money.isLeft),
    sql` OR `,
  )
  // The words of a partial index have to stand in the query as they are, not as parameters.
  return sql`(${orders.owing_cents} < 0 OR (${orders.status} = 'cancelled'
    AND ${orders.paid_cents} > 0 AND ${orders.paid_cents} - ${gone} > 0
    AND NOT (${isLeft})))`
}

/**
 * Whether money of an order needs a look: what went wrong with a provider, and what an order still holds that
 * was cancelled or corrected.
 * @param now in ISO 8601
 */
export const needsAttention = (asked: Asked, id: SQLWrapper, now: InSql<string>): SQL =>
  sql`${id} IN (
    ${answerTo(asked, PROVIDER_MONEY).wrong(now)}
    UNION ALL SELECT ${orders.id} FROM ${orders} WHERE ${holdsMoney(asked)})`
