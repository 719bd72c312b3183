import { paths } from '@letterlend/contract/paths.ts'
import { paymentsApi } from '@letterlend/contract/payments.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Feature } from '../../feature.ts'
import { registerEndpoints } from '../../http/endpoints.ts'
import { AppError } from '../../http/errors.ts'
import type { PaymentDue, PaymentProvider } from './payment-provider.ts'
import { pay } from './payments.charging.ts'
import { reconciling } from './payments.reconciling.ts'
import { paymentStanding } from './payments.standing.ts'
import { addStripeWebhook } from './payments.webhooks.ts'
import { answerAsBank, createSandbox } from './sandbox.ts'
import type { StripeProvider } from './stripe.ts'

type ProviderDeps = Pick<Deps, 'config' | 'database'>

/** Stripe's library is loaded where it is used alone. */
async function stripeOf({ config }: ProviderDeps): Promise<StripeProvider | null> {
  const { stripe, publicUrl } = config
  if (!stripe) return null
  const { createStripe } = await import('./stripe.ts')
  const pageOf = ({ order_id }: PaymentDue) => publicUrl + paths.payment({ orderId: order_id })
  return createStripe(stripe, pageOf)
}

const sandboxOf = ({ config, database }: ProviderDeps): PaymentProvider | null =>
  config.paymentSandbox ? createSandbox(database.orm) : null

/** All that a payment of this community may have been made with. */
const providersOf = async (deps: ProviderDeps): Promise<PaymentProvider[]> =>
  [await stripeOf(deps), sandboxOf(deps)].filter((provider) => provider !== null)

/** Nobody pays that often; a try costs the provider something. */
const TRIES = { max: 30, timeWindow: '10 minutes' }
/** A page that waits looks every few seconds, for a few minutes. */
const LOOKS = { max: 200, timeWindow: '10 minutes' }

async function addPaymentRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { config, database } = deps
  const stripe = await stripeOf(deps)
  const card = stripe ?? sandboxOf(deps)
  const providers = await providersOf(deps)
  if (stripe) await addStripeWebhook(app, deps, stripe)
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

      createPayment: () => Promise.reject(new AppError('payment_unavailable')),
      executePayment: () => Promise.reject(new AppError('payment_unavailable')),

      async paymentStatus({ query }) {
        return { status: await paymentStanding(deps, providers, query.order_id) }
      },

      async confirmSandbox({ body }) {
        const { client_secret, approve } = body
        const answered =
          config.paymentSandbox && (await answerAsBank(database.orm, client_secret, approve))
        if (!answered) throw new AppError('not_found')
        return null
      },
    },
    { paymentStatus: LOOKS, chargePayment: TRIES, createPayment: TRIES, executePayment: TRIES },
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
