import { eq } from 'drizzle-orm'
import {
  isPayable,
  type OrderDeps,
  PAID_OR_NOT,
  paymentLimits,
} from '#features/shop/orders/paying/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type Asked, answersTo } from '#platform/server/questions.ts'
import { canBecome, type OrderStatus } from '../order-steps.ts'
import { orders } from '../tables.ts'
import { tellAwaited, tellDifferencePaid, tellStatus, tellUnpaid } from './mailing.ts'
import { type Actor, recordStatus } from './orders.queries.ts'
import type { FullOrder } from './presenter.ts'

/**
 * Moves a locked order to its next state and records time and actor, without notifying anyone.
 * @param receivedCents the amount paid, if a payment causes the step
 * @returns false if the step is not allowed; nothing has changed then
 */
export async function moveSilently(
  db: Db,
  asked: Asked,
  { order }: FullOrder,
  status: OrderStatus,
  actor: Actor,
  now: Date,
  receivedCents?: number,
): Promise<boolean> {
  if (!canBecome(order.status, status)) return false
  // A cancelled order is refunded completely, so nothing else is owed.
  const owing = status === 'cancelled' ? { owing_cents: 0 } : {}
  await db
    .update(orders)
    .set({ status, ...owing })
    .where(eq(orders.id, order.id))
  await recordStatus(db, { ...order, status }, actor, now, receivedCents)
  if (status === 'paid' || order.status === 'paid') {
    for (const follow of answersTo(asked, PAID_OR_NOT)) await follow(db, order)
  }
  return true
}

/** The same, and mails the customer. */
export async function changeStatus(
  db: Db,
  deps: OrderDeps,
  full: FullOrder,
  status: OrderStatus,
  { now, ...actor }: Actor & { now: Date },
): Promise<boolean> {
  if (!(await moveSilently(db, deps, full, status, actor, now))) return false
  const { order } = full
  await tellStatus(db, deps, { ...full, order: { ...order, status } }, order.status)
  return true
}

/**
 * Records that a bank payment of a locked order is pending for days, or was rejected, and notifies the customer.
 * @param until about when the bank answers; null once it has rejected the payment
 */
export async function awaitPayment(
  db: Db,
  deps: OrderDeps,
  full: FullOrder,
  until: Date | null,
): Promise<void> {
  const order = { ...full.order, awaited_until: until }
  await db.update(orders).set({ awaited_until: until }).where(eq(orders.id, order.id))
  if (!isPayable(order)) return
  if (until) await tellAwaited(db, deps, { ...full, order })
  else await tellUnpaid(db, deps, { ...full, order })
}

/**
 * Called when money of a locked order was refunded or a dispute ended. A membership whose price was refunded ends at
 * once.
 */
export async function followRefund(db: Db, asked: Asked, { order }: FullOrder): Promise<void> {
  for (const follow of answersTo(asked, PAID_OR_NOT)) await follow(db, order)
}

/** The amount that a correction added to a paid order has arrived, to the cent. */
async function payDifference(
  db: Db,
  deps: OrderDeps,
  full: FullOrder,
  { amount_cents, accepts_less }: { amount_cents: number; accepts_less?: boolean },
  { now, ...actor }: Actor & { now: Date },
): Promise<boolean> {
  const { order } = full
  const isLess = accepts_less === true && amount_cents < order.owing_cents
  if (!isLess && amount_cents !== order.owing_cents) return false
  const paid = { paid_cents: order.paid_cents + amount_cents, owing_cents: 0, awaited_until: null }
  await db.update(orders).set(paid).where(eq(orders.id, order.id))
  await recordStatus(db, order, actor, now, amount_cents)
  for (const follow of answersTo(deps, PAID_OR_NOT)) await follow(db, order)
  await tellDifferencePaid(db, deps, { ...full, order: { ...order, ...paid } })
  return true
}

/**
 * Records the payment of a locked order; everything above the price is a donation.
 * @param payment with `accepts_less`, less than the price is enough: the community waives the rest
 * @returns false if the order did not wait for a payment; nothing has changed then
 */
export async function markPaid(
  db: Db,
  deps: OrderDeps,
  full: FullOrder,
  payment: {
    amount_cents: number
    method: NonNullable<FullOrder['order']['payment_method']>
    accepts_less?: boolean
  },
  { now, ...actor }: Actor & { now: Date },
): Promise<boolean> {
  const { order } = full
  const { amount_cents, method, accepts_less = false } = payment
  const limits = paymentLimits(order)
  if (!limits || (!accepts_less && amount_cents < limits.least)) return false
  if (order.status !== 'pending_payment')
    return payDifference(db, deps, full, payment, { ...actor, now })
  const paid = {
    payment_method: method,
    donation_cents: Math.max(0, amount_cents - order.price_cents),
    paid_cents: amount_cents,
    awaited_until: null,
  }
  await db.update(orders).set(paid).where(eq(orders.id, order.id))
  await moveSilently(db, deps, full, 'paid', actor, now, amount_cents)
  const after = { ...full, order: { ...order, ...paid, status: 'paid' as const } }
  await tellStatus(db, deps, after, order.status)
  return true
}
