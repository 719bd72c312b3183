import type { FastifyInstance } from 'fastify'
import { recordAct } from '#features/people/audit/server/door.ts'
import { isAwaited, paymentLimits } from '#features/shop/orders/paying/server/door.ts'
import { toCents } from '#features/shop/orders/products/pricing.ts'
import {
  addressForEyesOf,
  findOrder,
  lockOrder,
  markPaid,
  presentOrder,
} from '#features/shop/orders/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import { accountOf } from '#platform/server/identity/access-tokens.queries.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { bankStatementsApi } from '../contract.admin.ts'
import { findImport, importStatement } from './bank-statements.jobs.ts'
import { insertBankPayment } from './bank-statements.queries.ts'
import { CamtError } from './camt.ts'
import {
  assignPayment,
  givePaymentBack,
  reopenPayment,
  requireReason,
  setManyAside,
  setPaymentAside,
} from './settling-unmatched.ts'
import { searchUnmatched } from './unmatched.queries.ts'

/** Bank payments: read from statements, or recorded by hand. */
export function addBankStatementRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps
  const { orm } = database
  registerEndpoints(
    app,
    deps,
    'bank-statements',
    bankStatementsApi,
    {
      import: ({ body, viewer }) =>
        importStatement(deps, body.xml, viewer).catch((error) => {
          throw error instanceof CamtError ? fieldError('xml', VALIDATION.invalid) : error
        }),

      imported: ({ query }) => findImport(orm, query.id),
      unmatched: ({ query }) => searchUnmatched(orm, query),
      assign: ({ body, viewer }) => assignPayment(deps, viewer, body),
      giveBack: ({ body, viewer }) => givePaymentBack(deps, viewer, body),
      setManyAside: ({ body, viewer }) => setManyAside(deps, viewer, body),
      setAside: ({ body, viewer }) => setPaymentAside(deps, viewer, body),
      reopen: ({ body, viewer }) => reopenPayment(deps, viewer, body),

      async recordPayment({ body, viewer }) {
        const { id, amount, received_on, note, way, accept_less } = body
        const now = clock()
        // The day may have begun in any time zone.
        if (Date.parse(received_on) > now.getTime() + DAY_MS) {
          throw fieldError('received_on', VALIDATION.pastDay)
        }
        await orm.transaction(async (tx) => {
          const full = await lockOrder(tx, id)
          if (!full) throw new AppError('not_found')
          const { currency } = full.order
          const limits = paymentLimits(full.order)
          if (!limits) throw new AppError('not_payable')
          if (isAwaited(full.order)) throw new AppError('payment_pending')
          const amount_cents = toCents(amount)
          if (!amount_cents) throw fieldError('amount', VALIDATION.money)
          const isLess = amount_cents < limits.least
          if (isLess && !accept_less) throw fieldError('amount', VALIDATION.belowPrice)
          requireReason({ note }, isLess)
          if (amount_cents > limits.most) {
            throw fieldError('amount', VALIDATION.aboveSlider)
          }
          const by = { actor: 'admin', user_id: accountOf(viewer), now } as const
          const method = way === 'cash' ? ('cash' as const) : ('invoice' as const)
          await markPaid(tx, deps, full, { amount_cents, method, accepts_less: isLess }, by)
          await insertBankPayment(tx, {
            order_id: id,
            amount_cents,
            currency,
            received_on,
            way,
            note,
            recorded_by: accountOf(viewer),
            created_at: now,
          })
          const act = { subject: 'order', subject_id: id, verb: 'pay' } as const
          const after = { amount, currency }
          await recordAct(tx, viewer, { ...act, label: full.order.refno, after }, now)
        })
        const paid = await findOrder(orm, id)
        if (!paid) throw new AppError('not_found')
        return { order_info: addressForEyesOf(viewer, presentOrder(paid)) }
      },
    },
    { import: 'uploads' },
  )
}
