import type { Db } from '#platform/server/db/client.ts'
import { type Asked, answerTo } from '#platform/server/questions.ts'
import type { FullOrder } from './orders.presenter.ts'
import { PROVIDER_MONEY } from './orders.questions.ts'

/**
 * What of an order can still be given back, what was given back, and what is about to be given back or
 * withheld by the provider, in cents.
 */
export async function refundableOf(db: Db, asked: Asked, { order }: FullOrder) {
  const books = await answerTo(asked, PROVIDER_MONEY).booksOf(db, order.id)
  const { succeeded, started, withheld } = books
  // Never below 0: disputed money may be the same as the money that was given back.
  const refundable = Math.max(0, order.paid_cents - succeeded - started - withheld)
  return { refunded: succeeded, refundable, started }
}
