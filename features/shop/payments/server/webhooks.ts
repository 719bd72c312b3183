import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { followMoneyBack } from './following.ts'
import {
  type PaymentProvider,
  ProviderUnreachableError,
  type Told,
  WebhookRefusedError,
} from './payment-provider.ts'
import { findPayment } from './payments.queries.ts'
import type { PayPalProvider } from './paypal.ts'
import { type SettleDeps, settle } from './settling.ts'
import type { StripeProvider } from './stripe.ts'

type WebhookDeps = SettleDeps & Pick<Deps, 'clock'>

/** Providers retry a webhook after a 5xx response, and not after a 4xx. */
function refuse(error: unknown): never {
  if (error instanceof ProviderUnreachableError) throw new AppError('unavailable')
  throw error instanceof WebhookRefusedError ? new AppError('bad_request') : error
}

/**
 * Route of a provider's webhook. A webhook is only a hint that something has changed. The server then queries the state
 * from the provider, so late, repeated or reordered webhooks do no harm.
 */
async function addWebhook(
  app: FastifyInstance,
  deps: WebhookDeps,
  provider: PaymentProvider,
  read: (body: Buffer, request: FastifyRequest) => Promise<Told | null> | Told | null,
): Promise<void> {
  async function take(request: FastifyRequest): Promise<void> {
    if (!Buffer.isBuffer(request.body)) throw new AppError('bad_request')
    const event = await read(request.body, request)
    const match = event && (await findPayment(deps.database.orm, provider.name, event))
    const ref = match?.payment.provider_ref ?? event?.ref
    if (!match || !ref) return
    await settle(deps, match.payment, await provider.read(ref), match.refno, deps.clock())
    if (event?.back) await followMoneyBack(deps, provider, match.payment, ref, event.back)
  }
  await app.register(async (scope) => {
    // The signature covers the raw bytes.
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(
      `${API_BASE}/webhooks/${provider.name}`,
      { schema: { hide: true } },
      async (request, reply) => {
        await take(request).catch(refuse)
        return reply.status(204).send()
      },
    )
  })
}

export const addStripeWebhook = (app: FastifyInstance, deps: WebhookDeps, stripe: StripeProvider) =>
  addWebhook(app, deps, stripe, (body, { headers }) => {
    const signature = headers['stripe-signature']
    if (typeof signature !== 'string') throw new AppError('bad_request')
    return stripe.readWebhook(body, signature)
  })

export const addPayPalWebhook = (app: FastifyInstance, deps: WebhookDeps, paypal: PayPalProvider) =>
  addWebhook(app, deps, paypal, (body, { headers }) =>
    paypal.readWebhook(body, headers, deps.clock()),
  )
