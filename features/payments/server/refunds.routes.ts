import type { FastifyInstance } from 'fastify'
import { type Refund, refundsApi } from '#features/orders/contract.refunds.ts'
import { findOrder, refundableOf } from '#features/orders/server/door.ts'
import { toCents, toMoney } from '#features/products/pricing.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { refund } from './payments.refunding.ts'
import type { RefundRow } from './refunds.queries.ts'

const presentRefund = (row: RefundRow): Refund => ({
  id: row.id,
  amount: toMoney(row.amount_cents),
  currency: row.currency,
  status: row.status,
  by_bank: row.payment_id === null,
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
      const row = await refund(deps, providers, {
        order_id: id,
        amount_cents: amount === undefined ? undefined : (toCents(amount) ?? undefined),
        version,
        request_id,
        note,
        by: viewer,
      })
      const full = await findOrder(deps.database.orm, id)
      if (!full) throw new AppError('not_found')
      const { refunded, refundable } = await refundableOf(deps.database.orm, deps, full)
      return {
        refund: presentRefund(row),
        refunded: toMoney(refunded),
        refundable: toMoney(refundable),
      }
    },
  })
}
