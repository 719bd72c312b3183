import { PRODUCT_ID } from '@letterlend/contract/order-pricing.ts'
import type { OrderStatus } from '@letterlend/contract/order-statuses.ts'
import { eq } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { orders, users } from '../../db/schema.ts'
import type { FullOrder } from './orders.presenter.ts'
import { type Actor, recordStatus } from './orders.queries.ts'
import { canBecome } from './orders.rules.ts'

/**
 * Brings a locked order to its next state, with the time and who did it.
 * @returns whether it could go there; if not, nothing has changed
 */
export async function changeStatus(
  db: Db,
  { order }: FullOrder,
  status: OrderStatus,
  actor: Actor,
  now: Date,
): Promise<boolean> {
  if (!canBecome(order.status, status)) return false
  await db.update(orders).set({ status }).where(eq(orders.id, order.id))
  await recordStatus(db, { ...order, status }, actor, now)
  return true
}

/**
 * A locked order was paid: with `amount_cents`, of which all above the price is a donation.
 * @returns whether the order waited for it; if not, nothing has changed
 */
export async function markPaid(
  db: Db,
  full: FullOrder,
  payment: { amount_cents: number; method: NonNullable<FullOrder['order']['payment_method']> },
  now: Date,
): Promise<boolean> {
  const { order } = full
  if (payment.amount_cents < order.price_cents) return false
  if (!(await changeStatus(db, full, 'paid', { actor: 'payment', user_id: null }, now)))
    return false
  await db
    .update(orders)
    .set({
      payment_method: payment.method,
      donation_cents: payment.amount_cents - order.price_cents,
    })
    .where(eq(orders.id, order.id))
  if (order.product_id === PRODUCT_ID.membership && order.user_id) {
    await db.update(users).set({ membership_paid_at: now }).where(eq(users.id, order.user_id))
  }
  return true
}
