import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { payments, refunds } from '../../db/schema.ts'
import type { FullOrder } from './orders.presenter.ts'
import { wasPaid } from './orders.queries.ts'

/** Of an order, in cents: what was given back, and what is about to be besides. */
async function sumRefunds(
  db: Db,
  orderId: string,
): Promise<{ succeeded: number; started: number }> {
  const rows = await db
    .select({ status: refunds.status, cents: sql<number>`sum(${refunds.amount_cents})::int` })
    .from(refunds)
    .where(and(eq(refunds.order_id, orderId), inArray(refunds.status, ['started', 'succeeded'])))
    .groupBy(refunds.status)
  const of = (status: 'started' | 'succeeded') =>
    rows.find((row) => row.status === status)?.cents ?? 0
  return { succeeded: of('succeeded'), started: of('started') }
}

/** The payment that an order was paid with; null where the money came by bank, or not at all. */
async function findSucceededPayment(db: Db, orderId: string) {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.order_id, orderId), eq(payments.status, 'succeeded')))
  return row ?? null
}

/**
 * What can be given back of an order yet, and what was, in cents; with the payment that it was paid
 * with, null by bank.
 */
export async function refundableOf(db: Db, { order }: FullOrder) {
  const payment = await findSucceededPayment(db, order.id)
  const byBank = async () =>
    (await wasPaid(db, order)) ? order.price_cents + order.donation_cents : 0
  const cents = payment ? payment.amount_cents : await byBank()
  const { succeeded, started } = await sumRefunds(db, order.id)
  return { refunded: succeeded, refundable: cents - succeeded - started, payment }
}
