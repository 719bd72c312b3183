import { randomInt, randomUUID } from 'node:crypto'
import type { OrderDeps } from '#features/shop/orders/paying/server/door.ts'
import { findProduct, listPriceOf } from '#features/shop/orders/products/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import type { NewOrder } from '../contract.ts'
import { isCancellable } from '../order-steps.ts'
import { REFNO_COUNT, refnoOf } from '../refno.ts'
import { orders } from '../tables.ts'
import { changeStatus, moveSilently } from './changing.ts'
import { tellReplaced, tellStored, wasTold } from './mailing.ts'
import { findOrderByRequest, lockOrder, recordStatus } from './orders.queries.ts'
import { firstStatus, priceOf } from './orders.rules.ts'
import type { FullOrder, OrderRow } from './presenter.ts'

/** With 90 million reference numbers a second try is rare, and a tenth does not happen in practice. */
const REFNO_TRIES = 10

/** Inserts an order under an unused reference number; null if its request was stored before. */
async function insertOrder(
  db: Db,
  values: Omit<typeof orders.$inferInsert, 'refno'> & { request_id: string },
): Promise<OrderRow | null> {
  for (let i = 0; i < REFNO_TRIES; i += 1) {
    const refno = refnoOf(randomInt(REFNO_COUNT))
    const [order] = await db
      .insert(orders)
      .values({ ...values, refno })
      .onConflictDoNothing()
      .returning()
    if (order) return order
    if (await findOrderByRequest(db, values.request_id)) return null
  }
  throw new Error('Unexpected: no reference number is free')
}

/**
 * An order with an account belongs to that account. An order without one belongs to callers who know its
 * `request_id`: the device that stored it and the readers of its mails.
 */
export function isOwn(
  { order: { user_id, request_id } }: FullOrder,
  viewer: Viewer | null,
  key: string | undefined,
): boolean {
  if (user_id !== null) return user_id === viewer?.id
  return request_id !== null && request_id === key
}

interface Replaced {
  id: string
  key: string | undefined
  /** Number of the new order. */
  by: string
}

/** Cancels the caller's own order that is being replaced; ignores orders of others. */
async function cancelReplaced(
  db: Db,
  deps: OrderDeps,
  { id, key, by }: Replaced,
  viewer: Viewer | null,
  now: Date,
): Promise<void> {
  const full = await lockOrder(db, id)
  if (!full || !isOwn(full, viewer, key)) return
  if (!isCancellable(full.order.status)) throw new AppError('not_cancellable')
  await moveSilently(db, deps, full, 'cancelled', customer(viewer), now)
  await tellReplaced(db, deps, full, by, now)
}

/**
 * Cancels the customer's own order. Mails the customer, unless that would be the first mail about the order. Throws
 * `not_cancellable`.
 */
export async function cancelOwn(
  db: Db,
  deps: OrderDeps,
  full: FullOrder,
  viewer: Viewer | null,
  now: Date,
): Promise<void> {
  const { status } = full.order
  // Idempotent, for a second click.
  if (status === 'cancelled') return
  if (!isCancellable(status)) throw new AppError('not_cancellable')
  const by = customer(viewer)
  if (wasTold(full, now)) await changeStatus(db, deps, full, 'cancelled', { ...by, now })
  else await moveSilently(db, deps, full, 'cancelled', by, now)
}

const customer = (viewer: Viewer | null) => ({
  actor: 'customer' as const,
  user_id: viewer?.id ?? null,
})

/**
 * Stores an order at the current price. Repeating a request returns the order it created, to the same caller only.
 * Throws `validation`, `conflict`, `not_cancellable`.
 */
export async function storeOrder(
  deps: Pick<Deps, 'database' | 'mails' | 'config' | 'features'>,
  { product_id, captcha: _, donation, payment_method, ...sent }: NewOrder,
  viewer: Viewer | null,
  now: Date,
): Promise<FullOrder> {
  const { orm } = deps.database
  // If the client sends no key, only the mails contain it.
  const { replaces, replaces_key, request_id = randomUUID(), ...fields } = sent
  const product = await findProduct(orm, product_id)
  if (!product) throw fieldError('product_id', VALIDATION.invalid)
  const price = priceOf(fields, listPriceOf(product), donation)
  if (!price) throw fieldError('donation', VALIDATION.aboveSlider)
  return orm.transaction(async (tx) => {
    const order = await insertOrder(tx, {
      ...fields,
      ...price,
      product_id,
      user_id: viewer?.id ?? null,
      payment_method: payment_method ?? null,
      request_id,
      status: firstStatus(product_id),
      created_at: now,
    })
    if (!order) {
      const stored = await findOrderByRequest(tx, request_id)
      if (!stored || !isOwn(stored, viewer, request_id)) throw new AppError('conflict')
      return stored
    }
    await recordStatus(tx, order, customer(viewer), now)
    if (replaces) {
      const replaced = { id: replaces, key: replaces_key, by: order.refno }
      await cancelReplaced(tx, deps, replaced, viewer, now)
    }
    const full = { order, product, is_refunded: false }
    await tellStored(tx, deps, full)
    return full
  })
}
