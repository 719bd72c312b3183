import type { FastifyInstance } from 'fastify'
import { ORDER_MONEY, PROVIDER_MONEY } from '#features/shop/orders/paying/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { Feature } from '#platform/server/feature.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { answering } from '#platform/server/questions.ts'
import { paths } from '#platform/shared/paths.ts'
import { paymentsApi } from '../contract.ts'
import { execute, prepare } from './approving.ts'
import { pay } from './charging.ts'
import { moneyBack } from './mails/money-back.ts'
import type { PaymentDue, PaymentProvider } from './payment-provider.ts'
import { orderMoney, providerMoney } from './payments-of-orders.ts'
import { createPayPal } from './paypal.ts'
import { reconciling } from './reconciling.ts'
import { addRefundRoutes } from './refunds.routes.ts'
import { answerAsBank, createSandbox } from './sandbox.ts'
import { paymentStanding } from './standing.ts'
import type { StripeProvider } from './stripe.ts'
import { addPayPalWebhook, addStripeWebhook } from './webhooks.ts'

type ProviderDeps = Pick<Deps, 'config' | 'database'>

/** The page to which a payer returns from the bank, TWINT or PayPal. */
const pageOf =
  ({ publicUrl }: Deps['config']) =>
  ({ order_id }: PaymentDue) =>
    publicUrl + paths.payment({ orderId: order_id })

/** Loads Stripe's library only where it is used. */
async function stripeOf({ config }: ProviderDeps): Promise<StripeProvider | null> {
  if (!config.stripe) return null
  const { createStripe } = await import('./stripe.ts')
  return createStripe(config.stripe, pageOf(config))
}

/** All providers that may have created a payment of this community. */
async function providersOf({ config, database }: ProviderDeps) {
  const stripe = await stripeOf({ config, database })
  const paypal = config.paypal ? createPayPal(config.paypal, pageOf(config)) : null
  const sandbox = config.paymentSandbox ? createSandbox(database.orm) : null
  const all: PaymentProvider[] = [stripe, paypal, sandbox].filter((provider) => provider !== null)
  return { stripe, paypal, card: stripe ?? sandbox, all }
}

async function addPaymentRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { config, database } = deps
  const { stripe, paypal, card, all } = await providersOf(deps)
  if (stripe) await addStripeWebhook(app, deps, stripe)
  if (paypal) await addPayPalWebhook(app, deps, paypal)
  addRefundRoutes(app, deps, all)
  registerEndpoints(
    app,
    deps,
    'payments',
    paymentsApi,
    {
      async chargePayment({ body }) {
        if (!card) throw new AppError('payment_unavailable')
        const { orderRefno: refno, stripeToken: proof, ...shown } = body
        return pay(deps, card, { refno, proof, shown }, all)
      },

      async createPayment({ body }) {
        if (!paypal) throw new AppError('payment_unavailable')
        const { orderRefno: refno, ...shown } = body
        return { result: { id: await prepare(deps, paypal, { refno, shown }, all) } }
      },

      async executePayment({ body: { orderRefno, paymentID, payerID } }) {
        if (!paypal) throw new AppError('payment_unavailable')
        return execute(deps, paypal, { refno: orderRefno, ref: paymentID, payer: payerID })
      },

      async paymentStatus({ query }) {
        return { status: await paymentStanding(deps, all, query.order_id) }
      },

      async confirmSandbox({ body }) {
        const { client_secret, approve } = body
        const answered =
          config.paymentSandbox && (await answerAsBank(database.orm, client_secret, approve))
        if (!answered) throw new AppError('not_found')
        return null
      },
    },
    {
      paymentStatus: 'payment_status',
      chargePayment: 'payments',
      createPayment: 'payments',
      executePayment: 'payments',
    },
  )
}

export const payments: Feature = {
  name: 'payments',
  mails: [moneyBack],
  routes: addPaymentRoutes,
  answers: [answering(PROVIDER_MONEY, providerMoney), answering(ORDER_MONEY, orderMoney)],
  notExported: {
    payments: 'how an order was paid; the order, with amount and state, is exported',
    refunds: 'names the administrators who gave money back',
    disputes: 'what a bank or PayPal decides about a payment, as they tell it',
  },
  jobs: [reconciling(async (deps) => (await providersOf(deps)).all)],
}
