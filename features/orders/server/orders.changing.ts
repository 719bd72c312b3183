import { eq } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { type Asked, answersTo } from '#platform/server/questions.ts'
import { canBecome, type OrderStatus } from '../order-steps.ts'
import { orders } from '../tables.ts'
import { tellStatus } from './orders.mailing.ts'
import type { FullOrder } from './orders.presenter.ts'
import { type Actor, recordStatus } from './orders.queries.ts'
import { type OrderDeps, PAID_OR_NOT } from './orders.questions.ts'

/**
 * Brings a locked order to its next state, with the time and who did it, and tells nobody.
 * @returns whether it could go there; if not, nothing has changed
 */
export async function moveSilently(
  db: Db,
  asked: Asked,
  { order }: FullOrder,
  status: OrderStatus,
  actor: Actor,
  now: Date,
): Promise<boolean> {
  if (!canBecome(order.status, status)) return false
  await db.update(orders).set({ status }).where(eq(orders.id, order.id))
  await recordStatus(db, { ...order, status }, actor, now)
  if (status === 'paid' || order.status === 'paid') {
    for (const follow of answersTo(asked, PAID_OR_NOT)) await follow(db, order)
  }
  return true
}

/** The same, with the mail that tells whoever ordered. */
export async function changeStatus(
  db: Db,
  deps: OrderDeps,
  full: FullOrder,
  status: OrderStatus,
  { now, ...actor }: Actor & { now: Date },
): Promise<boolean> {
  if (!(await moveSilently(db, deps, full, status, actor, now))) return false
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
  deps: OrderDeps,
  full: FullOrder,
  payment: { amount_cents: number; method: NonNullable<FullOrder['order']['payment_method']> },
  { now, ...actor }: Actor & { now: Date },
): Promise<boolean> {
  const { order, product } = full
  if (payment.amount_cents < order.price_cents) return false
  if (!(await moveSilently(db, deps, full, 'paid', actor, now))) return false
  const paid = {
    payment_method: payment.method,
    donation_cents: payment.amount_cents - order.price_cents,
  }
  await db.update(orders).set(paid).where(eq(orders.id, order.id))
  const after = { order: { ...order, ...paid, status: 'paid' as const }, product }
  await tellStatus(db, deps, after, order.status)
  return true
}
