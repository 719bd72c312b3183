import { randomInt } from 'node:crypto'
import { VALIDATION } from '@letterlend/contract/errors.ts'
import { isCancellable } from '@letterlend/contract/order-statuses.ts'
import type { NewOrder } from '@letterlend/contract/orders.ts'
import { REFNO_COUNT, refnoOf } from '@letterlend/contract/refno.ts'
import type { Db } from '../../db/client.ts'
import { orders } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { AppError, fieldError } from '../../http/errors.ts'
import type { Viewer } from '../../identity/sessions.queries.ts'
import { findProduct, listPriceOf } from '../products/products.queries.ts'
import { moveSilently } from './orders.changing.ts'
import { tellStored } from './orders.mailing.ts'
import type { FullOrder, OrderRow } from './orders.presenter.ts'
import { findOrderByRequest, lockOrder, recordStatus } from './orders.queries.ts'
import { firstStatus, priceOf } from './orders.rules.ts'

/** With 90 million reference numbers a second try is rare, and a tenth never happens. */
const REFNO_TRIES = 10

/** Stores a row under a reference number that no other order has; null where its request was stored before. */
async function insertOrder(
  db: Db,
  values: Omit<typeof orders.$inferInsert, 'refno'>,
): Promise<OrderRow | null> {
  for (let i = 0; i < REFNO_TRIES; i += 1) {
    const refno = refnoOf(randomInt(REFNO_COUNT))
    const [order] = await db
      .insert(orders)
      .values({ ...values, refno })
      .onConflictDoNothing()
      .returning()
    if (order) return order
    if (values.request_id && (await findOrderByRequest(db, values.request_id))) return null
  }
  throw new Error('Unexpected: no reference number is free')
}

/** An order of an account is that account's; one without belongs to whoever knows its id. */
export const isOwn = ({ order }: FullOrder, viewer: Viewer | null): boolean =>
  order.user_id === null || order.user_id === viewer?.id

/** Whoever replaces an order is told of the new one. */
async function cancelReplaced(db: Db, id: string, viewer: Viewer | null, now: Date): Promise<void> {
  const replaced = await lockOrder(db, id)
  if (!replaced || !isOwn(replaced, viewer)) return
  if (!isCancellable(replaced.order.status)) throw new AppError('not_cancellable')
  await moveSilently(db, replaced, 'cancelled', customer(viewer), now)
}

export const customer = (viewer: Viewer | null) => ({
  actor: 'customer' as const,
  user_id: viewer?.id ?? null,
})

/**
 * Stores an order at the price of today. The same request again is answered with the order that it
 * made, to whoever made it. Throws `validation`, `conflict`, `not_cancellable`.
 */
export async function storeOrder(
  deps: Pick<Deps, 'database' | 'mails' | 'config'>,
  { product_id, replaces, captcha: _, request_id, donation, payment_method, ...given }: NewOrder,
  viewer: Viewer | null,
  now: Date,
): Promise<FullOrder> {
  const { orm } = deps.database
  const product = await findProduct(orm, product_id)
  if (!product) throw fieldError('product_id', VALIDATION.invalid)
  const price = priceOf(given, listPriceOf(product), donation)
  if (!price) throw fieldError('donation', VALIDATION.amount)
  return orm.transaction(async (tx) => {
    const order = await insertOrder(tx, {
      ...given,
      ...price,
      product_id,
      user_id: viewer?.id ?? null,
      payment_method: payment_method ?? null,
      request_id: request_id ?? null,
      status: firstStatus(product_id),
      created_at: now,
    })
    if (!order) {
      const stored = request_id && (await findOrderByRequest(tx, request_id))
      if (!stored || !isOwn(stored, viewer)) throw new AppError('conflict')
      return stored
    }
    await recordStatus(tx, order, customer(viewer), now)
    if (replaces) await cancelReplaced(tx, replaces, viewer, now)
    await tellStored(tx, deps, { order, product })
    return { order, product }
  })
}
