import { ROLE_ID } from '@letterlend/contract/accounts.ts'
import { VALIDATION } from '@letterlend/contract/errors.ts'
import { toCents } from '@letterlend/contract/order-pricing.ts'
import { isCancellable } from '@letterlend/contract/order-statuses.ts'
import { ordersApi } from '@letterlend/contract/orders.ts'
import { eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { orders } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { type Handlers, registerEndpoints } from '../../http/endpoints.ts'
import { AppError, fieldError } from '../../http/errors.ts'
import { limitAttempts } from '../../identity/attempts.queries.ts'
import type { Viewer } from '../../identity/sessions.queries.ts'
import { networkOf } from '../../identity/visitor-network.ts'
import { paymentPartOf } from './invoices.rules.ts'
import { changeStatus } from './orders.changing.ts'
import { tellInvoice } from './orders.mailing.ts'
import { invoiceOf, receiptOf } from './orders.papers.ts'
import { type FullOrder, presentOrder, presentPayable } from './orders.presenter.ts'
import { findOrder, listOrders, lockOrder } from './orders.queries.ts'
import { donationFor, PER_ACCOUNT, PER_INVOICE, PER_NETWORK } from './orders.rules.ts'
import { customer, isOwn, storeOrder } from './orders.storing.ts'

/** A paper is drawn anew each time. */
const PAPERS_LIMIT = { max: 60, timeWindow: '10 minutes' }

const presentTo = (viewer: Viewer | null, full: FullOrder) =>
  viewer && full.order.user_id === viewer.id ? presentOrder(full) : presentPayable(full)

/** Throws `not_found`, `not_payable`, `payment_unavailable`. */
function requireInvoiceable(
  full: FullOrder | null,
  { refno, viewer, config }: { refno: string; viewer: Viewer | null; config: Deps['config'] },
): FullOrder {
  if (!full || !isOwn(full, viewer)) throw new AppError('not_found')
  const { order } = full
  if (order.refno !== refno.replace(/\s/g, '')) throw new AppError('not_found')
  if (order.status !== 'pending_payment' || !order.email) throw new AppError('not_payable')
  if (!config.invoice || !paymentPartOf(order, config.invoice)) {
    throw new AppError('payment_unavailable')
  }
  return full
}

/** Sends a paper to whom the order belongs, or an administrator; to nobody else it exists. */
async function sendPaper(
  deps: Deps,
  { viewer, orderId, reply }: { viewer: Viewer; orderId: string; reply: FastifyReply },
  paperOf: typeof receiptOf,
): Promise<FastifyReply> {
  const full = await findOrder(deps.database.orm, orderId)
  const may = viewer.role_id === ROLE_ID.admin || full?.order.user_id === viewer.id
  const paper = full && may ? await paperOf(deps, full) : null
  if (!paper) throw new AppError('not_found')
  return reply
    .type(paper.contentType)
    .header('content-disposition', `attachment; filename="${paper.filename}"`)
    .send(paper.content)
}

/** Routes of orders, for those who place them. */
export function addOrderRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, database, clock, captcha } = deps
  const { orm } = database

  const handlers: Handlers<typeof ordersApi> = {
    async store({ body, viewer, request }) {
      const now = clock()
      if (viewer) await limitAttempts(orm, ['order', viewer.id], PER_ACCOUNT, now)
      else {
        await captcha.check(body.captcha)
        await limitAttempts(orm, ['order', networkOf(request.ip)], PER_NETWORK, now)
      }
      // Whoever has just sent all of it sees all of it.
      return { order_info: presentOrder(await storeOrder(deps, body, viewer, now)) }
    },

    async updatePaymentAmount({ body, viewer }) {
      return orm.transaction(async (tx) => {
        const full = await lockOrder(tx, body.id)
        if (!full || !isOwn(full, viewer)) throw new AppError('not_found')
        if (full.order.refno !== body.refno.replace(/\s/g, '')) throw new AppError('not_found')
        const { order, product } = full
        if (order.status !== 'pending_payment') throw new AppError('not_payable')
        const donation_cents = donationFor(toCents(body.payment_amount) ?? 0, order.price_cents)
        if (donation_cents === null) throw fieldError('payment_amount', VALIDATION.amount)
        await tx.update(orders).set({ donation_cents }).where(eq(orders.id, order.id))
        return {
          order_info: presentTo(viewer, { order: { ...order, donation_cents }, product }),
        }
      })
    },

    async requestInvoice({ body, viewer }) {
      requireInvoiceable(await findOrder(orm, body.id), { ...body, viewer, config })
      await limitAttempts(orm, ['invoice', body.id], PER_INVOICE, clock())
      await orm.transaction(async (tx) => {
        const full = await lockOrder(tx, body.id)
        const { order, product } = requireInvoiceable(full, { ...body, viewer, config })
        const chosen = { payment_method: 'invoice' as const }
        await tx.update(orders).set(chosen).where(eq(orders.id, order.id))
        await tellInvoice(tx, deps, { order: { ...order, ...chosen }, product })
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
        const { status } = full.order
        // A second click does no harm.
        if (status === 'cancelled') return
        if (!isCancellable(status)) throw new AppError('not_cancellable')
        await changeStatus(tx, deps, full, 'cancelled', { ...customer(viewer), now: clock() })
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
    receipt: PAPERS_LIMIT,
    invoice: PAPERS_LIMIT,
  })
}
