import { eq } from 'drizzle-orm'
import { settleMembership } from '#features/memberships/server/memberships.queries.ts'
import { PRODUCT_ID } from '#features/products/pricing.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { MailDeps } from '#platform/server/deps.ts'
import { canBecome, type OrderStatus } from '../order-steps.ts'
import { orders } from '../tables.ts'
import { tellStatus } from './orders.mailing.ts'
import type { FullOrder } from './orders.presenter.ts'
import { type Actor, recordStatus } from './orders.queries.ts'

/**
 * Brings a locked order to its next state, with the time and who did it, and tells nobody.
 * @returns whether it could go there; if not, nothing has changed
 */
export async function moveSilently(
  db: Db,
  { order }: FullOrder,
  status: OrderStatus,
  actor: Actor,
  now: Date,
): Promise<boolean> {
  if (!canBecome(order.status, status)) return false
  await db.update(orders).set({ status }).where(eq(orders.id, order.id))
  await recordStatus(db, { ...order, status }, actor, now)
  const counts = status === 'paid' || order.status === 'paid'
  if (counts && order.product_id === PRODUCT_ID.membership && order.user_id) {
    await settleMembership(db, order.user_id)
  }
  return true
}

/** The same, with the mail that tells whoever ordered. */
export async function changeStatus(
  db: Db,
  deps: MailDeps,
  full: FullOrder,
  status: OrderStatus,
  { now, ...actor }: Actor & { now: Date },
): Promise<boolean> {
  if (!(await moveSilently(db, full, status, actor, now))) return false
  const { order, product } = full
  await tellStatus(db, deps, { order: { ...order, status }, product }, order.status)
  return true
}

/**
 * A locked order was paid: with `amount_cents`, of which all above the price is a donation.
 * @returns whether the order waited for it; if not, nothing has changed
 */
export async function markPaid(
  db: Db,
  deps: MailDeps,
  full: FullOrder,
  payment: { amount_cents: number; method: NonNullable<FullOrder['order']['payment_method']> },
  { now, ...actor }: Actor & { now: Date },
): Promise<boolean> {
  const { order, product } = full
  if (payment.amount_cents < order.price_cents) return false
  if (!(await moveSilently(db, full, 'paid', actor, now))) return false
  const paid = {
    payment_method: payment.method,
    donation_cents: payment.amount_cents - order.price_cents,
  }
  await db.update(orders).set(paid).where(eq(orders.id, order.id))
  const after = { order: { ...order, ...paid, status: 'paid' as const }, product }
  await tellStatus(db, deps, after, order.status)
  return true
}
