import { eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { invoiceOf, paymentPartOf, receiptOf } from '#features/shop/orders/papers/server/door.ts'
import {
  isAwaited,
  isPayable,
  requireShownAmount,
} from '#features/shop/orders/paying/server/door.ts'
import { toCents } from '#features/shop/orders/products/pricing.ts'
import type { Deps } from '#platform/server/deps.ts'
import { type Handlers, registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import { limitAttempts, limitNetwork } from '#platform/server/identity/attempts.queries.ts'
import { mailboxOf } from '#platform/server/identity/mailbox.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { may } from '#platform/shared/task-matrix.ts'
import { ordersApi } from '../contract.ts'
import { orders } from '../tables.ts'
import { tellInvoice } from './mailing.ts'
import { findOrder, findOrderByRequest, listOrders, lockOrder } from './orders.queries.ts'
import { donationFor, PER_ACCOUNT, PER_INVOICE } from './orders.rules.ts'
import { type FullOrder, presentOrder, presentPayable } from './presenter.ts'
import { cancelOwn, isOwn, storeOrder } from './storing.ts'

const presentTo = (viewer: Viewer | null, full: FullOrder) =>
  viewer && full.order.user_id === viewer.id ? presentOrder(full) : presentPayable(full)

/** Throws `not_found` unless it is the caller's own order with this number. */
function requireOwn(
  full: FullOrder | null,
  viewer: Viewer | null,
  { refno, key }: { refno: string; key?: string | undefined },
): FullOrder {
  if (!full || !isOwn(full, viewer, key)) throw new AppError('not_found')
  if (full.order.refno !== refno.replace(/\s/g, '')) throw new AppError('not_found')
  return full
}

/**
 * The same for a payer. For an order without an account, id and number are enough, as the specification says. The
 * address of the page does not contain the number.
 */
function requirePayer(
  full: FullOrder | null,
  viewer: Viewer | null,
  { refno, key }: { refno: string; key?: string | undefined },
): FullOrder {
  const isGuests = full?.order.user_id === null && full.order.refno === refno.replace(/\s/g, '')
  return full && isGuests ? full : requireOwn(full, viewer, { refno, key })
}

/** Throws `payment_pending`, `not_payable`, `payment_unavailable`. */
function requireInvoiceable({ order }: FullOrder, config: Deps['config']): void {
  if (isAwaited(order)) throw new AppError('payment_pending')
  if (!isPayable(order) || !order.email) throw new AppError('not_payable')
  if (!config.invoice || !paymentPartOf(order, config.invoice)) {
    throw new AppError('payment_unavailable')
  }
}

/** Sends a paper to the owner of the order or to the treasury; other callers get `not_found`. */
async function sendPaper(
  deps: Deps,
  { viewer, orderId, reply }: { viewer: Viewer; orderId: string; reply: FastifyReply },
  paperOf: typeof receiptOf,
): Promise<FastifyReply> {
  const full = await findOrder(deps.database.orm, orderId)
  const isFor = may(viewer, 'order.papers') || full?.order.user_id === viewer.id
  const paper = full && isFor ? await paperOf(deps, full) : null
  if (!paper) throw new AppError('not_found')
  return reply
    .type(paper.contentType)
    .header('content-disposition', `attachment; filename="${paper.filename}"`)
    .send(paper.content)
}

/** Routes of orders, for customers. */
export function addOrderRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, database, clock, captcha } = deps
  const { orm } = database

  const handlers: Handlers<typeof ordersApi> = {
    async store({ body, viewer, request }) {
      const now = clock()
      if (viewer) await limitAttempts(orm, ['order', viewer.id], PER_ACCOUNT, now)
      else {
        await captcha.check(body.captcha)
        await limitAttempts(orm, ['order', mailboxOf(body.email)], PER_ACCOUNT, now)
        await limitNetwork(orm, ['order'], request.ip, config.networkLimits.orders, now)
      }
      // The caller has just sent this data, so the response contains all of it.
      return { order_info: presentOrder(await storeOrder(deps, body, viewer, now)) }
    },

    async updatePaymentAmount({ body, viewer }) {
      return orm.transaction(async (tx) => {
        const full = requirePayer(await lockOrder(tx, body.id), viewer, body)
        const { order } = full
        if (order.status !== 'pending_payment') throw new AppError('not_payable')
        if (isAwaited(order)) throw new AppError('payment_pending')
        const donation_cents = donationFor(toCents(body.payment_amount) ?? 0, order.price_cents)
        if (donation_cents === null) throw fieldError('payment_amount', VALIDATION.aboveSlider)
        await tx.update(orders).set({ donation_cents }).where(eq(orders.id, order.id))
        return {
          order_info: presentTo(viewer, { ...full, order: { ...order, donation_cents } }),
        }
      })
    },

    async requestInvoice({ body, viewer }) {
      const seenOrder = requireOwn(await findOrder(orm, body.id), viewer, body)
      requireInvoiceable(seenOrder, config)
      // For an amount that a correction added, nothing records whether its invoice was mailed before.
      const isNoted = seenOrder.order.status === 'pending_payment'
      if (body.again || !isNoted) {
        await limitAttempts(orm, ['invoice', body.id], PER_INVOICE, clock())
      }
      await orm.transaction(async (tx) => {
        const full = requireOwn(await lockOrder(tx, body.id), viewer, body)
        const { order } = full
        requireInvoiceable(full, config)
        requireShownAmount(full, body)
        // The invoice was already mailed. Two clicks or two tabs count as one request.
        const isUnpaid = order.status === 'pending_payment'
        if (isUnpaid && order.payment_method === 'invoice' && !body.again) return
        const chosen = { payment_method: 'invoice' as const }
        // An amount that a correction added does not change how the order was paid.
        if (isUnpaid) await tx.update(orders).set(chosen).where(eq(orders.id, order.id))
        await tellInvoice(tx, deps, { ...full, order: { ...order, ...chosen } })
      })
      return null
    },

    receipt: ({ query, viewer, reply }) =>
      sendPaper(deps, { viewer, orderId: query.order_id, reply }, receiptOf),

    invoice: ({ query, viewer, reply }) =>
      sendPaper(deps, { viewer, orderId: query.order_id, reply }, invoiceOf),

    async removeAsUser({ body, viewer }) {
      await orm.transaction(async (tx) => {
        const full = await lockOrder(tx, body.id)
        if (full?.order.user_id !== viewer.id) throw new AppError('not_found')
        await cancelOwn(tx, deps, full, viewer, clock())
      })
      return null
    },

    async removeByKey({ body: { key }, viewer }) {
      await orm.transaction(async (tx) => {
        const existing = await findOrderByRequest(tx, key)
        const full = existing && (await lockOrder(tx, existing.order.id))
        if (!full || !isOwn(full, viewer, key)) throw new AppError('not_found')
        await cancelOwn(tx, deps, full, viewer, clock())
      })
      return null
    },

    loadAllAsUser: ({ viewer }) => listOrders(orm, viewer.id),

    async loadById({ query, viewer }) {
      const full = await findOrder(orm, query.order_id)
      if (!full) throw new AppError('not_found')
      return presentTo(viewer, full)
    },
  }
  registerEndpoints(app, deps, 'orders', ordersApi, handlers, {
    receipt: 'papers',
    invoice: 'papers',
  })
}
