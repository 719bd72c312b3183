import { API_BASE } from '@letterlend/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import { ProviderUnreachableError } from './payment-provider.ts'
import { findPayment } from './payments.queries.ts'
import { type SettleDeps, settle } from './payments.settling.ts'
import type { StripeProvider } from './stripe.ts'

/**
 * What Stripe tells by itself. A webhook is only a hint that something has changed: how the payment
 * stands is asked, so that one that is late, repeated or out of order does no harm.
 */
export async function addStripeWebhook(
  app: FastifyInstance,
  deps: SettleDeps & Pick<Deps, 'clock'>,
  stripe: StripeProvider,
): Promise<void> {
  const { database, clock } = deps
  await app.register(async (scope) => {
    // The signature is of the bytes as they came.
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(
      `${API_BASE}/webhooks/stripe`,
      { schema: { hide: true } },
      async (request, reply) => {
        const about = readSigned(stripe, request.body, request.headers['stripe-signature'])
        const found = about && (await findPayment(database.orm, 'stripe', about))
        if (found) {
          const state = await stripe.read(about.ref).catch(askAgain)
          await settle(deps, found.payment, state, found.refno, clock())
        }
        return reply.status(204).send()
      },
    )
  })
}

/** Stripe sends it again to whoever could not take it. */
function askAgain(error: unknown): never {
  throw error instanceof ProviderUnreachableError ? new AppError('unavailable') : error
}

function readSigned(
  stripe: StripeProvider,
  body: unknown,
  signature: string | string[] | undefined,
) {
  if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw new AppError('bad_request')
  try {
    return stripe.readWebhook(body, signature)
  } catch {
    throw new AppError('bad_request')
  }
}
