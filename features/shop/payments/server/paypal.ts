import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { PayPalConfig } from '#platform/server/config.ts'
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import {
  type DisputeState,
  type MoneyBack,
  type PaymentDue,
  type PaymentProvider,
  type ProviderState,
  ProviderUnreachableError,
  RefundRefusedError,
  type Told,
  WebhookRefusedError,
} from './payment-provider.ts'
import { createPayPalClient, type PayPalClient, PayPalRefusal } from './paypal-client.ts'

/** Older webhooks are rejected, because they may be replayed. */
const WEBHOOK_AGE_MS = 5 * MINUTE_MS
/**
 * Only webhooks report refunds and disputes. PayPal repeats them for three days, so older ones are accepted.
 * Processing one twice changes nothing.
 */
const BACK_AGE_MS = 4 * DAY_MS

const moneySchema = z.object({
  currency_code: z.string(),
  value: z.string().regex(/^\d+(\.\d{1,2})?$/),
})
const orderSchema = z.object({
  id: z.string(),
  status: z.string(),
  payer: z.object({ payer_id: z.string().optional() }).optional(),
  purchase_units: z
    .array(
      z.object({
        reference_id: z.string(),
        /** The response to a capture may omit it. */
        amount: moneySchema.optional(),
        payments: z
          .object({
            captures: z
              .array(z.object({ id: z.string(), status: z.string(), amount: moneySchema }))
              .default([]),
            refunds: z
              .array(
                z.object({
                  id: z.string(),
                  status: z.string(),
                  amount: moneySchema,
                  custom_id: z.string().optional(),
                }),
              )
              .default([]),
          })
          .default({ captures: [], refunds: [] }),
      }),
    )
    .min(1),
})
type PayPalOrder = z.output<typeof orderSchema>

const eventSchema = z.object({
  event_type: z.string(),
  resource: z.object({
    id: z.string(),
    custom_id: z.string().optional(),
    supplementary_data: z
      .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
      .optional(),
  }),
})

/** The refund in an event, started at PayPal or by us. */
const refundEventSchema = z.object({
  id: z.string(),
  status: z.string(),
  amount: moneySchema,
  custom_id: z.string().optional(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
})

const disputeEventSchema = z.object({
  dispute_id: z.string(),
  status: z.string().default('OPEN'),
  reason: z.string().default(''),
  dispute_amount: moneySchema,
  dispute_outcome: z.object({ outcome_code: z.string().optional() }).optional(),
  seller_response_due_date: z.iso.datetime({ offset: true }).optional(),
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string() })).min(1),
})

/** A payment at PayPal: its order, and our id. */
const captureSchema = z.object({
  custom_id: z.string().optional(),
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
    .optional(),
})

/** Fields of the verification call, each with the webhook header that provides it. */
const SIGNATURE = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const

export interface PayPalProvider extends PaymentProvider {
  /** PayPal's id of the payer who approved it; null before approval. */
  payerOf(ref: string): Promise<{ state: ProviderState; payer: string | null }>
  /**
   * The payment of a webhook, after PayPal has confirmed its signature.
   * @returns null for events about something else
   * @throws WebhookRefusedError, or ProviderUnreachableError if PayPal could not be called
   */
  readWebhook(body: Buffer, headers: IncomingHttpHeaders, now: Date): Promise<Told | null>
}

const toCents = (value: string) => Math.round(Number(value) * 100)
const toValue = (cents: number) =>
  `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
const TAKEN = ['COMPLETED', 'PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED']

/** `open` until we capture the money; nothing that the payer does moves any. */
function statusOf(
  { status }: PayPalOrder,
  captures: { status: string }[],
): ProviderState['status'] {
  if (captures.some((capture) => capture.status === 'PENDING')) return 'awaited'
  if (captures.some((capture) => TAKEN.includes(capture.status))) return 'succeeded'
  if (status === 'COMPLETED') {
    if (captures.length > 0) return 'declined'
    throw new ProviderUnreachableError('PayPal: paid, but the response does not say how')
  }
  return status === 'VOIDED' ? 'cancelled' : 'open'
}

function stateOf(order: PayPalOrder): ProviderState {
  const [unit] = order.purchase_units
  if (!unit) throw new ProviderUnreachableError('PayPal: an order without an amount')
  const { captures } = unit.payments
  const captured = captures
    .filter(({ status }) => TAKEN.includes(status))
    .map(({ amount }) => amount)
  const ordered = unit.amount ? [unit.amount] : []
  const amounts = captured.length > 0 ? captured : ordered
  const currencies = [
    ...new Set([...ordered, ...captured].map(({ currency_code }) => currency_code)),
  ]
  return {
    status: statusOf(order, captures),
    ref: order.id,
    refno: unit.reference_id,
    amount_cents: amounts.reduce((sum, { value }) => sum + toCents(value), 0),
    currency: currencies.join(),
  }
}

/** Handles an unexpected rejection: our bug, or an account without permission. */
function unexpected(error: unknown): never {
  throw error instanceof PayPalRefusal
    ? new ProviderUnreachableError(error.message, { cause: error })
    : error
}

/** The payment of a capture; null if PayPal has no capture of this id. */
async function paymentOf(call: PayPalClient, captureId: string): Promise<Told | null> {
  const path = `/v2/payments/captures/${encodeURIComponent(captureId)}`
  const capture = await call({ method: 'GET', path }, captureSchema).catch((error) => {
    if (error instanceof PayPalRefusal) return null
    throw error
  })
  if (!capture) return null
  const ref = capture.supplementary_data?.related_ids?.order_id ?? null
  return { ref, id: capture.custom_id ?? null }
}

/** The refund in an event, with its payment; otherwise null. */
async function backIn(
  call: PayPalClient,
  { event_type, resource }: { event_type: string; resource: unknown },
): Promise<Told | null> {
  if (event_type.startsWith('CUSTOMER.DISPUTE.')) {
    const { data: dispute } = disputeEventSchema.safeParse(resource)
    const [disputed] = dispute?.disputed_transactions ?? []
    if (!dispute || !disputed) return null
    const payment = await paymentOf(call, disputed.seller_transaction_id)
    return payment && { ...payment, back: { refunds: [], disputes: [disputeOf(dispute)] } }
  }
  const { data: refund } = refundEventSchema.safeParse(resource)
  if (!refund) return null
  // A refund links to its capture. The event of a reversal may have the capture's own id.
  const up = refund.links.find(({ rel, href }) => rel === 'up' && href.includes('/captures/'))
  const payment = await paymentOf(call, up?.href.split('/').at(-1) ?? refund.id)
  return payment && { ...payment, back: { refunds: [givenBackOf(refund)], disputes: [] } }
}

/** The order to create at PayPal. */
const newOrderBody = (
  { id, refno, paid_before_cents, amount_cents, currency }: PaymentDue,
  page: string,
) => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      reference_id: refno,
      custom_id: id,
      // An account can be configured so that PayPal rejects a second payment with the same invoice_id. The payment of
      // a correction therefore gets its own.
      invoice_id: paid_before_cents > 0 ? `${refno}-${paid_before_cents}` : refno,
      amount: { currency_code: currency, value: toValue(amount_cents) },
    },
  ],
  payment_source: {
    paypal: {
      experience_context: {
        shipping_preference: 'NO_SHIPPING',
        user_action: 'PAY_NOW',
        return_url: page,
        cancel_url: page,
      },
    },
  },
})

/** The event of a recently signed webhook. @throws {WebhookRefusedError} */
async function signedEvent(
  call: PayPalClient,
  webhookIds: readonly string[],
  body: Buffer,
  headers: IncomingHttpHeaders,
  now: Date,
) {
  const signature = Object.fromEntries(
    Object.entries(SIGNATURE).map(([name, header]) => [name, headers[header]]),
  )
  const text = body.toString('utf8')
  const event = parseJson(text)
  const age = now.getTime() - Date.parse(String(signature.transmission_time))
  if (
    event === undefined ||
    !Object.values(signature).every((value) => typeof value === 'string') ||
    // Also false for NaN, which means an unreadable time.
    !(Math.abs(age) <= (isAboutBack(event) ? BACK_AGE_MS : WEBHOOK_AGE_MS))
  ) {
    throw new WebhookRefusedError('PayPal: unsigned, or old')
  }
  // PayPal must get the exact bytes that were signed, so the event is not serialised again. parseJson has just shown
  // that the text is a single JSON value, so it cannot add a webhook_id of its own.
  let refusal = 'no webhook'
  for (const webhookId of webhookIds) {
    const verification = JSON.stringify({ ...signature, webhook_id: webhookId })
    const { verification_status } = await call(
      {
        method: 'POST',
        path: '/v1/notifications/verify-webhook-signature',
        body: `${verification.slice(0, -1)},"webhook_event":${text}}`,
      },
      z.object({ verification_status: z.string() }),
    ).catch((error) => {
      if (error instanceof PayPalRefusal) return { verification_status: error.issue }
      throw error
    })
    if (verification_status === 'SUCCESS') return event
    refusal = verification_status
  }
  throw new WebhookRefusedError(`PayPal: ${refusal}`)
}

const pathOf = (ref: string) => `/v2/checkout/orders/${encodeURIComponent(ref)}`

/**
 * PayPal's Orders API: we create an order, the payer approves it in PayPal's window, and we capture the money, which
 * is the only step that moves any.
 * @param pageOf the page to which a payer returns from PayPal
 */
export function createPayPal(
  config: PayPalConfig,
  pageOf: (due: PaymentDue) => string,
  timeoutMs?: number,
): PayPalProvider {
  const call = createPayPalClient(config, timeoutMs)
  const find = (ref: string) =>
    call({ method: 'GET', path: pathOf(ref) }, orderSchema).catch(unexpected)
  const read = async (ref: string) => stateOf(await find(ref))

  return {
    name: 'paypal',
    read,

    async open(due) {
      const order = await call(
        {
          method: 'POST',
          path: '/v2/checkout/orders',
          requestId: due.id,
          body: newOrderBody(due, pageOf(due)),
        },
        orderSchema,
      ).catch(unexpected)
      return stateOf(order)
    },

    async payerOf(ref) {
      const order = await find(ref)
      return { state: stateOf(order), payer: order.payer?.payer_id ?? null }
    },

    async charge({ id }, ref) {
      try {
        const path = `${pathOf(ref)}/capture`
        return stateOf(
          await call({ method: 'POST', path, requestId: `${id}-capture` }, orderSchema),
        )
      } catch (error) {
        if (!(error instanceof PayPalRefusal)) throw error
        // The money may have been captured before. The order always shows that, the rejection does not.
        const state = await read(ref)
        if (state.status !== 'open') return state
        return {
          ...state,
          status: 'declined',
          reason: error.reason,
          decline: error.issue === 'INSTRUMENT_DECLINED' ? 'declined' : undefined,
        }
      }
    },

    /** PayPal cannot cancel an order; an order that we never capture takes no money. */
    async cancel(ref) {
      const state = await read(ref)
      return state.status === 'open' ? { ...state, status: 'cancelled' } : state
    },

    async refund({ key, amount_cents, currency }, ref) {
      const { payments } = (await find(ref)).purchase_units[0] ?? {}
      const capture = payments?.captures.find(({ status }) => TAKEN.includes(status))
      if (!capture) throw new ProviderUnreachableError('PayPal: no money was captured yet')
      const refund = await call(
        {
          method: 'POST',
          path: `/v2/payments/captures/${encodeURIComponent(capture.id)}/refund`,
          requestId: key,
          body: {
            amount: { currency_code: currency, value: toValue(amount_cents) },
            custom_id: key,
          },
        },
        z.object({ id: z.string(), status: z.string() }),
      ).catch((error) => {
        if (!(error instanceof PayPalRefusal)) throw error
        throw new RefundRefusedError(error.reason, error.issue === 'CAPTURE_FULLY_REFUNDED')
      })
      if (hasFailed(refund)) throw new RefundRefusedError('PayPal could not refund the money.')
    },

    async moneyBack(ref) {
      const refunds = (await find(ref)).purchase_units[0]?.payments.refunds ?? []
      // Disputes come only from webhooks: querying them needs a permission that most apps do not have.
      return { refunds: refunds.map(givenBackOf), disputes: [] }
    },

    async readWebhook(body, headers, now) {
      const event = await signedEvent(call, config.webhookIds, body, headers, now)
      return isAboutBack(event) ? backIn(call, event) : aboutOf(event)
    },
  }
}

const hasFailed = ({ status }: { status: string }) => status === 'FAILED' || status === 'CANCELLED'

function givenBackOf(
  refund: Pick<z.output<typeof refundEventSchema>, 'id' | 'status' | 'amount' | 'custom_id'>,
): MoneyBack['refunds'][number] {
  return {
    ref: refund.id,
    key: refund.custom_id || null,
    amount_cents: toCents(refund.amount.value),
    failed: hasFailed(refund),
  }
}

/** Outcomes in favour of the payer; all others leave the money where it is. */
const LOST = ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED']

function disputeOf(dispute: z.output<typeof disputeEventSchema>): DisputeState {
  const outcome = dispute.dispute_outcome?.outcome_code ?? ''
  const closed = dispute.status === 'RESOLVED' ? 'won' : 'open'
  const status = LOST.includes(outcome) ? 'lost' : closed
  return {
    ref: dispute.dispute_id,
    amount_cents: toCents(dispute.dispute_amount.value),
    currency: dispute.dispute_amount.currency_code,
    status,
    withheld: status !== 'won',
    reason: dispute.reason,
    answer_by: dispute.seller_response_due_date ? new Date(dispute.seller_response_due_date) : null,
  }
}

const typeSchema = z.object({ event_type: z.string(), resource: z.unknown() })

/** Whether an event is about a refund or a dispute. */
function isAboutBack(event: unknown): event is z.output<typeof typeSchema> {
  const { success, data } = typeSchema.safeParse(event)
  return (
    success && /^(PAYMENT\.CAPTURE\.(REFUNDED|REVERSED)|CUSTOMER\.DISPUTE\.)/.test(data.event_type)
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Events of an order contain its id; events of a capture contain the id of its order. */
function aboutOf(event: unknown): Told | null {
  const { success, data } = eventSchema.safeParse(event)
  if (!success) return null
  const { event_type, resource } = data
  if (event_type.startsWith('CHECKOUT.ORDER.')) return { ref: resource.id, id: null }
  if (!event_type.startsWith('PAYMENT.CAPTURE.')) return null
  const ref = resource.supplementary_data?.related_ids?.order_id ?? null
  return { ref, id: resource.custom_id ?? null }
}
