import { randomBytes } from 'node:crypto'
import { parse } from 'node:querystring'
import {
  type Answer,
  type MisbehavingServer,
  type MisbehavingServerOptions,
  type Misbehaviour,
  outcomeOf,
  Refusal,
  startMisbehavingServer,
} from './misbehaving-server.ts'

interface Intent {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  currency: string
  status: string
  client_secret: string
  metadata: { refno: string; payment: string }
  last_payment_error: { message: string } | null
}

interface Refund {
  id: string
  object: 'refund'
  payment_intent: string
  amount: number
  status: 'succeeded' | 'failed'
  metadata: { refund?: string }
}

interface Dispute {
  id: string
  object: 'dispute'
  payment_intent: string
  amount: number
  currency: string
  status: string
  reason: string
  is_charge_refundable: boolean
  evidence_details: { due_by: number | null }
}

export type StripeStep =
  | 'create'
  | 'method'
  | 'confirm'
  | 'read'
  | 'cancel'
  | 'refund'
  | 'refunds'
  | 'disputes'

export interface StripeServer extends MisbehavingServer<StripeStep, Misbehaviour> {
  intents: ReadonlyMap<string, Intent>
  /** How many times money was taken. */
  charges: number
  refunds: Refund[]
  disputes: Dispute[]
  /** A refund in Stripe's own dashboard. */
  refundOutside(id: string, amount: number): Refund
  /** The payer's bank demands the money back. */
  dispute(id: string, amount: number): Dispute
  /** The payer's bank answers its confirmation request. */
  answerAsBank(id: string, approve: boolean): void
  /** Deletes the idempotency keys: after some days Stripe treats a repeated call as a new one. */
  forgetCalls(): void
}

const refusal = (status: number, error: object) => new Refusal(status, { error })
const invalid = (code: string, param?: string) =>
  refusal(400, { type: 'invalid_request_error', code, message: `Wrong: ${code}`, param })

const readForm = (text: string): Record<string, string> =>
  Object.fromEntries(Object.entries(parse(text)).map(([key, value]) => [key, String(value)]))

function stepOf(method: string, path: string): [StripeStep, string] {
  const { pathname, searchParams } = new URL(path, 'http://stripe')
  const [, , noun, id = '', verb] = pathname.split('/')
  if (noun === 'payment_methods') return ['method', '']
  if (noun === 'disputes') return ['disputes', searchParams.get('payment_intent') ?? '']
  if (noun === 'refunds') {
    return method === 'GET' ? ['refunds', searchParams.get('payment_intent') ?? ''] : ['refund', '']
  }
  if (verb) return [verb as StripeStep, id]
  return method === 'GET' ? ['read', id] : ['create', '']
}

const newId = (prefix: string) => `${prefix}_${randomBytes(8).toString('hex')}`

const newIntent = (form: Record<string, string>): Intent => ({
  id: newId('pi'),
  object: 'payment_intent',
  amount: Number(form.amount),
  amount_received: 0,
  currency: form.currency ?? '',
  status: 'requires_payment_method',
  client_secret: newId('secret'),
  metadata: {
    refno: form['metadata[refno]'] ?? '',
    payment: form['metadata[payment]'] ?? '',
  },
  last_payment_error: null,
})

/** Stripe's data, and the effect of each call. @param onCharge is called for each payment */
function createBooks(onCharge: () => void) {
  const intents = new Map<string, Intent>()
  const methods = new Map<string, string>()
  const refunds: Refund[] = []
  const disputes: Dispute[] = []
  const intentOf = (id: string) => {
    const intent = intents.get(id)
    if (!intent) throw refusal(404, { type: 'invalid_request_error', code: 'resource_missing' })
    return intent
  }
  const take = (intent: Intent) => {
    intent.status = 'succeeded'
    intent.amount_received = intent.amount
    onCharge()
  }

  function confirm(intent: Intent, form: Record<string, string>): Intent {
    if (!['requires_payment_method', 'requires_confirmation'].includes(intent.status)) {
      throw invalid('payment_intent_unexpected_state')
    }
    const card = methods.get(form.payment_method ?? '') ?? form.payment_method
    if (card === 'tok_threeDSecure2Required') intent.status = 'requires_action'
    else if (card === 'tok_chargeDeclined') {
      intent.last_payment_error = { message: 'Your card was declined.' }
      const { message } = intent.last_payment_error
      throw refusal(402, { type: 'card_error', code: 'card_declined', message })
    } else take(intent)
    return intent
  }

  function giveBack(form: Record<string, string>): Refund {
    const intent = intentOf(form.payment_intent ?? '')
    const refundedAmount = refunds
      .filter(({ payment_intent, status }) => payment_intent === intent.id && status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0)
    if (refundedAmount === intent.amount_received) throw invalid('charge_already_refunded')
    const amount = Number(form.amount)
    if (amount > intent.amount_received - refundedAmount)
      throw invalid('amount_too_large', 'amount')
    const refund: Refund = {
      id: newId('re'),
      object: 'refund',
      payment_intent: intent.id,
      amount,
      status: 'succeeded',
      metadata: form['metadata[refund]'] ? { refund: form['metadata[refund]'] } : {},
    }
    refunds.push(refund)
    return refund
  }

  function act(step: StripeStep, id: string, form: Record<string, string>): object {
    if (step === 'create') {
      const intent = newIntent(form)
      intents.set(intent.id, intent)
      return intent
    }
    if (step === 'method') {
      const token = form['card[token]'] ?? ''
      if (!token.startsWith('tok_')) throw invalid('resource_missing', 'card[token]')
      const method = newId('pm')
      methods.set(method, token)
      return { id: method, object: 'payment_method' }
    }
    if (step === 'refund') return giveBack(form)
    if (step === 'refunds') {
      const data = refunds.filter(({ payment_intent }) => payment_intent === id)
      return { object: 'list', has_more: false, url: '/v1/refunds', data }
    }
    if (step === 'disputes') {
      const data = disputes.filter(({ payment_intent }) => payment_intent === id)
      return { object: 'list', has_more: false, url: '/v1/disputes', data }
    }
    const intent = intentOf(id)
    if (step === 'confirm') return confirm(intent, form)
    if (step === 'cancel') {
      if (['succeeded', 'canceled'].includes(intent.status)) {
        throw invalid('payment_intent_unexpected_state')
      }
      intent.status = 'canceled'
    }
    return intent
  }

  return { intents, refunds, disputes, intentOf, take, giveBack, act }
}

/**
 * A server for the part of Stripe's protocol that we use, including idempotency, which misbehaves on request. It takes
 * no money.
 */
export async function startStripeServer(
  options: MisbehavingServerOptions<StripeStep> = {},
): Promise<StripeServer> {
  const answered = new Map<string, Answer>()
  const books = createBooks(() => {
    server.charges += 1
  })
  const { intents, refunds, disputes, intentOf, take, giveBack } = books
  const speaking = await startMisbehavingServer<StripeStep, Misbehaviour>(
    {
      stepOf,
      failure: { error: { type: 'api_error' } },
      perform({ step, id, text, headers }) {
        const key = headers['idempotency-key']
        const before = typeof key === 'string' ? answered.get(key) : undefined
        const answer = before ?? outcomeOf(() => books.act(step, id, readForm(text)))
        if (typeof key === 'string') answered.set(key, answer)
        return answer
      },
    },
    options,
  )
  const server: StripeServer = {
    ...speaking,
    intents,
    charges: 0,
    refunds,
    disputes,
    refundOutside: (id, amount) => giveBack({ payment_intent: id, amount: String(amount) }),
    dispute(id, amount) {
      const { currency } = intentOf(id)
      const made: Dispute = {
        id: newId('du'),
        object: 'dispute',
        payment_intent: id,
        amount,
        currency,
        status: 'needs_response',
        reason: 'fraudulent',
        is_charge_refundable: false,
        evidence_details: { due_by: Date.UTC(2026, 11, 24) / 1000 },
      }
      disputes.push(made)
      return made
    },
    answerAsBank(id, approve) {
      const intent = intentOf(id)
      if (approve) return take(intent)
      intent.status = 'requires_payment_method'
      intent.last_payment_error = { message: 'Your bank said no.' }
    },
    forgetCalls: () => answered.clear(),
  }
  return server
}
