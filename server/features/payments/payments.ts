import { paymentsApi } from '@letterlend/contract/payments.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Feature } from '../../feature.ts'
import { registerEndpoints } from '../../http/endpoints.ts'
import { AppError } from '../../http/errors.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { pay } from './payments.charging.ts'
import { reconciling } from './payments.reconciling.ts'
import { answerAsBank, createSandbox } from './sandbox.ts'

/** The ways to pay that this community has set up. */
const providersOf = ({ config, database }: Pick<Deps, 'config' | 'database'>): PaymentProvider[] =>
  config.paymentSandbox ? [createSandbox(database.orm)] : []

/** Nobody pays that often; a try costs the provider something. */
const TRIES = { max: 30, timeWindow: '10 minutes' }

function addPaymentRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, database } = deps
  const [card] = providersOf(deps)
  registerEndpoints(
    app,
    deps,
    'payments',
    paymentsApi,
    {
      async chargePayment({ body }) {
        if (!card) throw new AppError('payment_unavailable')
        return pay(deps, card, body.orderRefno, body.stripeToken)
      },

      async confirmSandbox({ body }) {
        const { client_secret, approve } = body
        const answered =
          config.paymentSandbox && (await answerAsBank(database.orm, client_secret, approve))
        if (!answered) throw new AppError('not_found')
        return null
      },
    },
    { chargePayment: TRIES },
  )
}

export const payments: Feature = {
  name: 'payments',
  routes: addPaymentRoutes,
  notExported: {
    payments: 'how an order was paid; the order, with amount and state, is exported',
  },
  jobs: [reconciling(providersOf)],
}
