import { and, eq, inArray, sql } from 'drizzle-orm'
import type { OrderRow } from '#features/shop/orders/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { disputes, refunds } from '../tables.ts'
import { listSucceededPayments, type PaymentRow } from './payments.queries.ts'

/** A way in which an order was paid, and how much can still be refunded that way, in cents. */
export interface Room {
  /** Null for a bank payment. */
  payment: PaymentRow | null
  room_cents: number
}

/** The refundable amounts of an order by way of payment; the bank comes last. */
export async function listRooms(db: Db, order: OrderRow): Promise<Room[]> {
  const succeeded = await listSucceededPayments(db, order.id)
  const givenBack = await db
    .select({ of: refunds.payment_id, cents: sql<number>`sum(${refunds.amount_cents})::int` })
    .from(refunds)
    .where(and(eq(refunds.order_id, order.id), inArray(refunds.status, ['started', 'succeeded'])))
    .groupBy(refunds.payment_id)
  const withheld = await db
    .select({ of: disputes.payment_id, cents: sql<number>`sum(${disputes.amount_cents})::int` })
    .from(disputes)
    .where(and(eq(disputes.order_id, order.id), eq(disputes.withheld, true)))
    .groupBy(disputes.payment_id)
  const goneOf = (paymentId: string | null) =>
    [...givenBack, ...withheld].reduce(
      (sum, row) => sum + (row.of === paymentId ? row.cents : 0),
      0,
    )
  const rooms: Room[] = succeeded.map((payment) => ({
    payment,
    room_cents: payment.amount_cents - goneOf(payment.id),
  }))
  const byProviders = succeeded.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  return [...rooms, { payment: null, room_cents: order.paid_cents - byProviders - goneOf(null) }]
}

/** Distributes an amount over the ways of payment: as much as each has room for, in their order. */
export function sharesOf(
  rooms: readonly Room[],
  amount_cents: number,
): { payment: PaymentRow | null; share_cents: number }[] {
  let left = amount_cents
  const shares = []
  for (const { payment, room_cents } of rooms) {
    const share_cents = Math.min(left, room_cents)
    if (share_cents <= 0) continue
    shares.push({ payment, share_cents })
    left -= share_cents
  }
  return shares
}
