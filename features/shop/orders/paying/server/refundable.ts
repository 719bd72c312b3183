import type { FullOrder } from '#features/shop/orders/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type Asked, answerTo } from '#platform/server/questions.ts'
import { PROVIDER_MONEY } from './questions.ts'

/** Amounts of an order in cents: refundable, refunded, and in progress. */
export async function refundableOf(db: Db, asked: Asked, { order }: FullOrder) {
  const books = await answerTo(asked, PROVIDER_MONEY).booksOf(db, order.id)
  const { succeeded, started, withheld } = books
  // Never negative: disputed money may overlap with refunded money.
  const refundable = Math.max(0, order.paid_cents - succeeded - started - withheld)
  return { refunded: succeeded, refundable, started }
}
