import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parse } from 'node:querystring'
import { setTimeout as wait } from 'node:timers/promises'
import type { CallPhase } from './paypal-server.ts'

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
  metadata: { refund: string }
}

/** What goes wrong at the next calls of a kind; it then goes right again. */
export type Misbehaviour =
  /** It is done, and the connection breaks before the answer. */
  | 'drop_after'
  /** The connection breaks before anything is done. */
  | 'drop_before'
  /** It is done, and answered long after. */
  | 'late'
  | 'server_error'
export type StripeStep = 'create' | 'method' | 'confirm' | 'read' | 'cancel' | 'refund' | 'refunds'

export interface StripeServer {
  url: string
  /** Its books, by the name it gives each payment. */
  intents: ReadonlyMap<string, Intent>
  /** How often money was taken. */
  charges: number
  refunds: Refund[]
  /** Calls so far, as `create`, `confirm` ... */
  calls: StripeStep[]
  misbehave(step: StripeStep, how: Misbehaviour, times?: number): void
  /** The payer's bank has been asked and answers. */
  answerAsBank(id: string, approve: boolean): void
  /** The ids under which calls were made: days later a repeated call is another one. */
  forgetCalls(): void
  close(): Promise<void>
}

class Refusal extends Error {
  readonly status: number
  readonly body: object
  constructor(status: number, body: object) {
    super()
    this.status = status
    this.body = body
  }
}
const invalid = (code: string, param?: string) =>
  new Refusal(400, { type: 'invalid_request_error', code, message: `Wrong: ${code}`, param })

async function readForm(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Object.fromEntries(
    Object.entries(parse(Buffer.concat(chunks).toString())).map(([key, value]) => [
      key,
      String(value),
    ]),
  )
}

/**
 * A server that speaks the part of Stripe's protocol that is used here, with its idempotency, and
 * misbehaves when it is told to. It takes no money.
 */
export async function startStripeServer({
  lateMs = 300,
  onCall,
}: {
  lateMs?: number
  /** Told of each call, so that whoever makes it can be interrupted; false: it never arrives. */
  onCall?: (step: StripeStep, phase: CallPhase) => undefined | false | Promise<undefined | false>
} = {}): Promise<StripeServer> {
  const intents = new Map<string, Intent>()
  const methods = new Map<string, string>()
  const answered = new Map<string, { status: number; body: object }>()
  const misbehaviour = new Map<StripeStep, Misbehaviour[]>()
  const newId = (prefix: string) => `${prefix}_${randomBytes(8).toString('hex')}`
  const intentOf = (id: string | undefined) => {
    const intent = intents.get(id ?? '')
    if (!intent) throw new Refusal(404, { type: 'invalid_request_error', code: 'resource_missing' })
    return intent
  }
  const take = (intent: Intent) => {
    intent.status = 'succeeded'
    intent.amount_received = intent.amount
    server.charges += 1
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
      throw new Refusal(402, { type: 'card_error', code: 'card_declined', message })
    } else take(intent)
    return intent
  }

  function giveBack(form: Record<string, string>): Refund {
    const intent = intentOf(form.payment_intent)
    const given = server.refunds
      .filter(({ payment_intent }) => payment_intent === intent.id)
      .reduce((sum, { amount }) => sum + amount, 0)
    if (given === intent.amount_received) throw invalid('charge_already_refunded')
    const amount = Number(form.amount)
    if (amount > intent.amount_received - given) throw invalid('amount_too_large', 'amount')
    const refund: Refund = {
      ...{ id: newId('re'), object: 'refund', payment_intent: intent.id, amount },
      metadata: { refund: form['metadata[refund]'] ?? '' },
    }
    server.refunds.push(refund)
    return refund
  }

  function act(step: StripeStep, id: string | undefined, form: Record<string, string>): object {
    if (step === 'create') {
      const intent: Intent = {
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
      }
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
      const data = server.refunds.filter(({ payment_intent }) => payment_intent === id)
      return { object: 'list', has_more: false, url: '/v1/refunds', data }
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

  function stepOf(method: string | undefined, path: string): [StripeStep, string | undefined] {
    const { pathname, searchParams } = new URL(path, 'http://stripe')
    const [, , noun, id, verb] = pathname.split('/')
    if (noun === 'payment_methods') return ['method', undefined]
    if (noun === 'refunds') {
      return method === 'GET'
        ? ['refunds', searchParams.get('payment_intent') ?? '']
        : ['refund', undefined]
    }
    if (verb) return [verb as StripeStep, id]
    return method === 'GET' ? ['read', id] : ['create', undefined]
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [step, id] = stepOf(request.method, request.url ?? '')
    server.calls.push(step)
    const how = misbehaviour.get(step)?.shift()
    const form = await readForm(request)
    const lost = (await onCall?.(step, 'received')) === false
    if (lost || how === 'drop_before') return void request.socket.destroy()
    if (how === 'server_error') return send(response, 500, { error: { type: 'api_error' } })
    const key = request.headers['idempotency-key']
    const before = typeof key === 'string' ? answered.get(key) : undefined
    let result = before
    if (!result) {
      try {
        // As it is now: what is answered again later is what was answered first.
        result = { status: 200, body: structuredClone(act(step, id, form)) }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        result = { status: error.status, body: { error: error.body } }
      }
      if (typeof key === 'string') answered.set(key, result)
    }
    await onCall?.(step, 'done')
    if (how === 'drop_after') return void request.socket.destroy()
    if (how === 'late') await wait(lateMs)
    send(response, result.status, result.body)
    await onCall?.(step, 'answered')
  }

  const http = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const server: StripeServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    intents,
    charges: 0,
    refunds: [],
    calls: [],
    misbehave: (step, how, times = 1) => void misbehaviour.set(step, Array(times).fill(how)),
    answerAsBank(id, approve) {
      const intent = intentOf(id)
      if (approve) return take(intent)
      intent.status = 'requires_payment_method'
      intent.last_payment_error = { message: 'Your bank said no.' }
    },
    forgetCalls: () => answered.clear(),
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
  return server
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
