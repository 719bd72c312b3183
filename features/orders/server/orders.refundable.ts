import type { Db } from '#platform/server/db/client.ts'
import { type Asked, answerTo } from '#platform/server/questions.ts'
import type { FullOrder } from './orders.presenter.ts'
import { wasPaid } from './orders.queries.ts'
import { PROVIDER_MONEY } from './orders.questions.ts'

/**
 * What of an order can still be given back, what was given back, and what is about to be given back or
 * withheld by the provider, in cents; with what it was paid with through a provider, null if by bank transfer.
 */
export async function refundableOf(db: Db, asked: Asked, { order }: FullOrder) {
  return refundableOfPaid(db, asked, order, await wasPaid(db, order))
}

/** The same for an order of which the caller knows whether it was paid, whatever its state is now. */
export async function refundableOfPaid(
  db: Db,
  asked: Asked,
  order: FullOrder['order'],
  isPaid: boolean,
) {
  const books = await answerTo(asked, PROVIDER_MONEY).booksOf(db, order.id)
  const { paid, succeeded, started, withheld } = books
  const byBank = isPaid ? order.price_cents + order.donation_cents : 0
  const cents = paid ?? byBank
  // Never below 0: disputed money may be the same as the money that was given back.
  const refundable = Math.max(0, cents - succeeded - started - withheld)
  return { refunded: succeeded, refundable, started, paid }
}
