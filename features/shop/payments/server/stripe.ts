import Stripe from 'stripe'
import type { Config } from '#platform/server/config.ts'
import { MINUTE_SECONDS, SECOND_MS } from '#platform/shared/durations.ts'
import type { DeclineReason } from '../decline-reasons.ts'
import {
  type DisputeState,
  type PaymentDue,
  type PaymentProvider,
  type ProviderState,
  ProviderUnreachableError,
  RefundRefusedError,
  type Told,
  WebhookRefusedError,
} from './payment-provider.ts'

/** A payer waits for the response; the reconciling job handles slower calls. */
const TIMEOUT_MS = 20_000
/** Older webhooks are rejected, because they may be replayed. In seconds. */
const WEBHOOK_AGE = 5 * MINUTE_SECONDS

export type StripeConfig = NonNullable<Config['stripe']>

export interface StripeProvider extends PaymentProvider {
  /**
   * The payment of a webhook, after checking its signature and age.
   * @returns null for events about something else
   * @throws WebhookRefusedError
   */
  readWebhook(body: Buffer, signature: string): Told | null
}

const STATUS: Partial<Record<Stripe.PaymentIntent.Status, ProviderState['status']>> = {
  requires_action: 'requires_action',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'cancelled',
}

function stateOf(intent: Stripe.PaymentIntent): ProviderState {
  const status = STATUS[intent.status] ?? 'open'
  return {
    status,
    ref: intent.id,
    refno: intent.metadata.refno ?? '',
    amount_cents: status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency.toUpperCase(),
    client_secret: intent.client_secret || undefined,
  }
}

const DISPUTE_STATUS: Partial<Record<Stripe.Dispute.Status, DisputeState['status']>> = {
  won: 'won',
  // An inquiry that did not become a dispute, or a prevented dispute.
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
}

function disputeOf(dispute: Stripe.Dispute): DisputeState {
  const status = DISPUTE_STATUS[dispute.status] ?? 'open'
  const answerBy = dispute.evidence_details?.due_by
  return {
    ref: dispute.id,
    amount_cents: dispute.amount,
    currency: dispute.currency.toUpperCase(),
    status,
    withheld: status === 'lost' || (status === 'open' && !dispute.is_charge_refundable),
    reason: dispute.reason,
    answer_by: answerBy ? new Date(answerBy * SECOND_MS) : null,
  }
}

/** Objects of events about refunds and disputes; each names its payment. */
type MovedBack = Stripe.Charge | Stripe.Refund | Stripe.Dispute
const MOVES_BACK = /^(charge\.(refund|dispute)|refund\.)/

/** Maps codes of the bank (`decline_code`) and of Stripe to our codes. */
const DECLINES: Record<string, DeclineReason> = {
  insufficient_funds: 'insufficient_funds',
  card_velocity_exceeded: 'limit',
  withdrawal_count_limit_exceeded: 'limit',
  expired_card: 'expired_card',
  invalid_expiry_month: 'expired_card',
  invalid_expiry_year: 'expired_card',
  incorrect_number: 'incorrect_number',
  invalid_number: 'incorrect_number',
  incorrect_cvc: 'incorrect_cvc',
  invalid_cvc: 'incorrect_cvc',
  authentication_required: 'authentication',
  payment_intent_authentication_failure: 'authentication',
  card_not_supported: 'not_supported',
  currency_not_supported: 'not_supported',
  card_declined: 'declined',
}

interface Refusal {
  message: string
  decline: DeclineReason | undefined
}

/** Stripe's message, which is English, and our code if Stripe's code is known. */
const inOurWords = (error: {
  message?: string | undefined
  code?: string | undefined
  decline_code?: string | undefined
}): Refusal => ({
  message: error.message ?? '',
  decline: DECLINES[error.decline_code ?? ''] ?? DECLINES[error.code ?? ''],
})

/** What Stripe rejects about the card, for the payer; null for any other failure. */
function refusalOf(error: unknown): Refusal | null {
  const refused =
    error instanceof Stripe.errors.StripeCardError ||
    // A token that was used before or does not exist.
    (error instanceof Stripe.errors.StripeInvalidRequestError && error.param?.includes('token'))
  return refused ? inOurWords(error) : null
}

/** Throws ProviderUnreachableError if the outcome is unknown. */
function unknown(error: unknown): never {
  if (error instanceof Stripe.errors.StripeError) {
    throw new ProviderUnreachableError(`Stripe: ${error.type} ${error.code ?? ''}`, {
      cause: error,
    })
  }
  throw error
}

function createClient({ secretKey, apiBase }: StripeConfig): Stripe {
  const options: Stripe.StripeConfig = {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  }
  if (apiBase) {
    const base = new URL(apiBase)
    options.host = base.hostname
    options.port = base.port
    options.protocol = base.protocol === 'http:' ? 'http' : 'https'
  }
  return new Stripe(secretKey, options)
}

/** The payment of an event, and whether it is about refunds or disputes; null for anything else. */
function toldBy(event: Stripe.Event): Told | null {
  if (MOVES_BACK.test(event.type)) {
    const { payment_intent } = event.data.object as MovedBack
    const ref = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id
    // Events may be late or out of order, so Stripe is queried for the refunds and disputes.
    return ref ? { ref, id: null, back: { refunds: [], disputes: [] } } : null
  }
  if (!event.type.startsWith('payment_intent.')) return null
  const { id, metadata } = event.data.object as Stripe.PaymentIntent
  return { ref: id, id: metadata.payment ?? null }
}

/** The event of a webhook with a valid signature by any of the secrets, not too old. @throws {WebhookRefusedError} */
function signedEvent(
  stripe: Stripe,
  webhookSecrets: readonly string[],
  body: Buffer,
  signature: string,
): Stripe.Event {
  let refusal: unknown
  for (const secret of webhookSecrets) {
    try {
      return stripe.webhooks.constructEvent(body, signature, secret, WEBHOOK_AGE)
    } catch (error) {
      refusal = error
    }
  }
  throw new WebhookRefusedError('Stripe: unsigned, or old', { cause: refusal })
}

/** The payment method for the page's token; a card token is converted first. */
async function methodFor(stripe: Stripe, { id }: PaymentDue, proof: string): Promise<string> {
  if (proof.startsWith('pm_')) return proof
  const method = await stripe.paymentMethods.create(
    { type: 'card', card: { token: proof } },
    { idempotencyKey: `${id}-method` },
  )
  return method.id
}

/**
 * Card payments, and TWINT for francs, with Stripe's PaymentIntents.
 * @param pageOf the page to which a payer returns from the bank or TWINT
 */
export function createStripe(
  config: StripeConfig,
  pageOf: (due: PaymentDue) => string,
): StripeProvider {
  const stripe = createClient(config)

  const read = async (ref: string) => {
    const intent = await stripe.paymentIntents.retrieve(ref).catch(unknown)
    const refused = intent.last_payment_error
    // The bank declined. Stripe would accept another card for the same intent, but we start a new one.
    if (intent.status === 'requires_payment_method' && refused)
      return decline(ref, inOurWords(refused))
    return stateOf(intent)
  }

  /** Cancels the payment. A paid one cannot be cancelled; the returned state says so. */
  const cancel = async (ref: string): Promise<ProviderState> => {
    const ended = await stripe.paymentIntents.cancel(ref).catch(async (error) => {
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return null
      return unknown(error)
    })
    return stateOf(ended ?? (await stripe.paymentIntents.retrieve(ref).catch(unknown)))
  }

  async function decline(ref: string, refusal: Refusal): Promise<ProviderState> {
    const state = await cancel(ref)
    if (state.status !== 'cancelled') return state
    const { message, decline } = refusal
    return { ...state, status: 'declined', reason: message, decline }
  }

  async function charge(due: PaymentDue, ref: string, proof: string): Promise<ProviderState> {
    try {
      const method = await methodFor(stripe, due, proof)
      const confirmed = await stripe.paymentIntents.confirm(
        ref,
        { payment_method: method, return_url: pageOf(due) },
        { idempotencyKey: `${due.id}-confirm` },
      )
      return stateOf(confirmed)
    } catch (error) {
      const refusal = refusalOf(error)
      return refusal === null ? unknown(error) : decline(ref, refusal)
    }
  }

  return {
    name: 'stripe',

    async open({ id, refno, amount_cents, currency }) {
      const intent = await stripe.paymentIntents
        .create(
          {
            amount: amount_cents,
            currency: currency.toLowerCase(),
            allowed_payment_method_types: currency === 'CHF' ? ['card', 'twint'] : ['card'],
            metadata: { refno, payment: id },
          },
          { idempotencyKey: id },
        )
        .catch(unknown)
      return stateOf(intent)
    },

    charge,
    read,
    cancel,

    async refund({ key, amount_cents }, ref) {
      await stripe.refunds
        .create(
          { payment_intent: ref, amount: amount_cents, metadata: { refund: key } },
          { idempotencyKey: key },
        )
        .catch((error) => {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return unknown(error)
          throw new RefundRefusedError(error.message, error.code === 'charge_already_refunded')
        })
    },

    async moneyBack(ref) {
      const about = { payment_intent: ref, limit: 100 }
      const made = await stripe.refunds.list(about).catch(unknown)
      const disputes = await stripe.disputes.list(about).catch(unknown)
      return {
        refunds: made.data.map(({ id, metadata, amount, status }) => ({
          ref: id,
          key: metadata?.refund || null,
          amount_cents: amount,
          failed: status === 'failed' || status === 'canceled',
        })),
        disputes: disputes.data.map(disputeOf),
      }
    },

    readWebhook: (body, signature) =>
      toldBy(signedEvent(stripe, config.webhookSecrets, body, signature)),
  }
}
