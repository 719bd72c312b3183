import { and, eq, inArray, sql } from 'drizzle-orm'
import { disputes, payments, refunds } from '#features/payments/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { FullOrder } from './orders.presenter.ts'
import { wasPaid } from './orders.queries.ts'

/** How much of an order was given back, and how much more is about to be, in cents. */
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

/** How much of a payment is withheld by the provider because of a dispute, or lost in one, in cents. */
async function sumWithheld(db: Db, paymentId: string): Promise<number> {
  const [row] = await db
    .select({ cents: sql<number>`coalesce(sum(${disputes.amount_cents}), 0)::int` })
    .from(disputes)
    .where(and(eq(disputes.payment_id, paymentId), eq(disputes.withheld, true)))
  return row?.cents ?? 0
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
 * What of an order can still be given back, what was given back, and what is about to be given back or
 * withheld by the provider, in cents; with the payment that it was paid with, null if by bank transfer.
 */
export async function refundableOf(db: Db, { order }: FullOrder) {
  return refundableOfPaid(db, order, await wasPaid(db, order))
}

/** The same for an order of which the caller knows whether it was paid, whatever its state is now. */
export async function refundableOfPaid(db: Db, order: FullOrder['order'], isPaid: boolean) {
  const payment = await findSucceededPayment(db, order.id)
  const byBank = isPaid ? order.price_cents + order.donation_cents : 0
  const cents = payment ? payment.amount_cents : byBank
  const { succeeded, started } = await sumRefunds(db, order.id)
  const withheld = payment ? await sumWithheld(db, payment.id) : 0
  // Never below 0: disputed money may be the same as the money that was given back.
  const refundable = Math.max(0, cents - succeeded - started - withheld)
  return { refunded: succeeded, refundable, started, withheld, payment }
}
