import type { FastifyInstance } from 'fastify'
import { type Refund, refundsApi } from '#features/shop/orders/paying/contract.admin.ts'
import { refundableOf } from '#features/shop/orders/paying/server/door.ts'
import { toCents, toMoney } from '#features/shop/orders/products/pricing.ts'
import { findOrder } from '#features/shop/orders/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { refund } from './refunding.ts'
import type { RefundRow } from './refunds.queries.ts'

/** Presents the refunds of one request as one: with their sum, and `started` while any of them is. */
const presentRefund = (row: RefundRow, all: readonly RefundRow[]): Refund => ({
  id: row.id,
  amount: toMoney(all.reduce((sum, { amount_cents }) => sum + amount_cents, 0)),
  currency: row.currency,
  status: all.find(({ status }) => status === 'started')?.status ?? row.status,
  by_bank: all.every(({ payment_id }) => payment_id === null),
  created_at: row.created_at.toISOString(),
})

/** Routes of refunds, for administrators. */
export function addRefundRoutes(
  app: FastifyInstance,
  deps: Deps,
  providers: readonly PaymentProvider[],
): void {
  registerEndpoints(app, deps, 'payments', refundsApi, {
    async refund({ body: { id, amount, version, request_id, note }, viewer }) {
      const [row, ...others] = await refund(deps, providers, {
        order_id: id,
        amount_cents: amount === undefined ? undefined : (toCents(amount) ?? undefined),
        version,
        request_id,
        note,
        by: viewer,
      })
      const full = await findOrder(deps.database.orm, id)
      if (!full || !row) throw new AppError('not_found')
      const { refunded, refundable } = await refundableOf(deps.database.orm, deps, full)
      return {
        refund: presentRefund(row, [row, ...others]),
        refunded: toMoney(refunded),
        refundable: toMoney(refundable),
      }
    },
  })
}
