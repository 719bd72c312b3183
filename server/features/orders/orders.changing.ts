import type { OrderStatus } from '@letterlend/contract/order-statuses.ts'
import { eq } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { orders } from '../../db/schema.ts'
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
