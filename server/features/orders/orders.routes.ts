import { VALIDATION } from '@letterlend/contract/errors.ts'
import { toCents } from '@letterlend/contract/order-pricing.ts'
import { isCancellable } from '@letterlend/contract/order-statuses.ts'
import { ordersApi } from '@letterlend/contract/orders.ts'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { orders } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { registerEndpoints } from '../../http/endpoints.ts'
import { AppError, fieldError } from '../../http/errors.ts'
import { limitAttempts } from '../../identity/attempts.queries.ts'
import type { Viewer } from '../../identity/sessions.queries.ts'
import { networkOf } from '../../identity/visitor-network.ts'
import { changeStatus } from './orders.changing.ts'
import { type FullOrder, presentOrder, presentPayable } from './orders.presenter.ts'
import { findOrder, listOrders, lockOrder } from './orders.queries.ts'
import { donationFor, PER_ACCOUNT, PER_NETWORK } from './orders.rules.ts'
import { customer, isOwn, storeOrder } from './orders.storing.ts'

const presentTo = (viewer: Viewer | null, full: FullOrder) =>
  viewer && full.order.user_id === viewer.id ? presentOrder(full) : presentPayable(full)

/** Routes of orders, for those who place them. */
export function addOrderRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock, captcha } = deps
  const { orm } = database

  registerEndpoints(app, deps, 'orders', ordersApi, {
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
  })
}
