import type { Db } from '#platform/server/db/client.ts'
import { type Asked, answerTo } from '#platform/server/questions.ts'
import type { FullOrder } from './orders.presenter.ts'
import { wasPaid } from './orders.queries.ts'
import { PROVIDER_MONEY } from './orders.questions.ts'

/**
 * What can be given back of an order yet, what was, and what is about to be or decided about elsewhere, in
 * cents; with what it was paid with through a provider, null by bank.
 */
export async function refundableOf(db: Db, asked: Asked, { order }: FullOrder) {
  const books = await answerTo(asked, PROVIDER_MONEY).booksOf(db, order.id)
  const { paid, succeeded, started, withheld } = books
  const byBank = async () =>
    (await wasPaid(db, order)) ? order.price_cents + order.donation_cents : 0
  const cents = paid ?? (await byBank())
  // What is disputed and what went back may be the same money.
  const refundable = Math.max(0, cents - succeeded - started - withheld)
  return { refunded: succeeded, refundable, started, paid }
}
