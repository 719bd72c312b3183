import { createHmac, randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import {
  type Answer,
  type MisbehavingServer,
  type MisbehavingServerOptions,
  type Misbehaviour,
  outcomeOf,
  Refusal,
  sendJson,
  startMisbehavingServer,
} from './misbehaving-server.ts'

interface Money {
  currency_code: string
  value: string
}

interface PayPalOrder {
  id: string
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  payer?: { payer_id: string }
  purchase_units: [
    {
      reference_id: string
      custom_id: string
      invoice_id: string
      amount: Money
      payments: {
        captures: { id: string; status: string; amount: Money }[]
        refunds: { id: string; status: string; amount: Money; custom_id?: string }[]
      }
    },
  ]
}

/** When the payer's account has the money: now, never, or some days later. */
type PayersMoney = 'there' | 'none' | 'later'

export type PayPalMisbehaviour =
  | Misbehaviour
  | 'twice'
  /** The response has another amount or currency. */
  | 'wrong_amount'
  | 'wrong_currency'
  | 'no_json'
export type PayPalStep = 'token' | 'create' | 'read' | 'capture' | 'refund' | 'payment' | 'verify'

export interface PayPalServer extends MisbehavingServer<PayPalStep, PayPalMisbehaviour> {
  orders: ReadonlyMap<string, PayPalOrder>
  /** The payer approves in PayPal's window; missing money is noticed later. */
  approve(id: string, payer?: { payer_id?: string; money?: PayersMoney }): void
  arrive(id: string): void
  /** The bank has refused pending money. */
  deny(id: string): void
  /** A refund on PayPal's own pages. */
  refundOutside(id: string, value: string): { id: string; capture: string }
  expireTokens(): void
  /** The headers of a webhook from PayPal. */
  sign(text: string, options: { webhookId: string; at: Date }): Record<string, string>
  /** Deletes the idempotency keys: after some days PayPal treats a repeated call as a new one. */
  forgetCalls(): void
}

const refusal = (status: number, issue: string, description = `Wrong: ${issue}`) =>
  new Refusal(status, {
    name: 'UNPROCESSABLE_ENTITY',
    message: issue,
    details: [{ issue, description }],
  })

const newId = () => randomBytes(8).toString('hex').toUpperCase()

/** The same order with a wrong amount or currency. */
function misquoted(body: object, how: PayPalMisbehaviour | undefined): object {
  if (how !== 'wrong_amount' && how !== 'wrong_currency') return body
  const text = JSON.stringify(body)
  return JSON.parse(
    how === 'wrong_amount'
      ? text.replace(/"value":"[^"]*"/g, '"value":"0.01"')
      : text.replace(/"currency_code":"[^"]*"/g, '"currency_code":"HUF"'),
  )
}

function stepOf(method: string, path: string): [PayPalStep, string] {
  const [, , noun, , id = '', verb] = path.split('/')
  if (noun === 'oauth2') return ['token', '']
  if (noun === 'notifications') return ['verify', '']
  if (noun === 'payments') return [verb === 'refund' ? 'refund' : 'payment', id]
  if (verb === 'capture') return ['capture', id]
  return method === 'GET' ? ['read', id] : ['create', '']
}

function send(
  response: ServerResponse,
  { status, body }: Answer,
  how: PayPalMisbehaviour | undefined,
): void {
  const { socket } = response
  if (how === 'no_json') return void response.end('<html>')
  sendJson(response, { status, body: misquoted(body, how) })
  if (how === 'twice') {
    const again = JSON.stringify(body)
    socket?.write(`HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(again)}\r\n\r\n${again}`)
  }
}

/** PayPal's data, and the effect of each call. */
function createBooks() {
  const orders = new Map<string, PayPalOrder>()
  const money = new Map<string, PayersMoney>()

  const orderOf = (id: string) => {
    const order = orders.get(id)
    if (!order) throw refusal(404, 'RESOURCE_NOT_FOUND')
    return order
  }

  function create(body: { purchase_units: PayPalOrder['purchase_units'] }): PayPalOrder {
    const [unit] = body.purchase_units
    const order: PayPalOrder = {
      id: newId(),
      status: 'PAYER_ACTION_REQUIRED',
      purchase_units: [{ ...unit, payments: { captures: [], refunds: [] } }],
    }
    orders.set(order.id, order)
    return order
  }

  function capture(order: PayPalOrder): PayPalOrder {
    if (order.status === 'COMPLETED') throw refusal(422, 'ORDER_ALREADY_CAPTURED')
    if (order.status !== 'APPROVED') throw refusal(422, 'ORDER_NOT_APPROVED')
    const payersMoney = money.get(order.id)
    if (payersMoney === 'none') {
      throw refusal(422, 'INSTRUMENT_DECLINED', 'The instrument presented was declined.')
    }
    const [unit] = order.purchase_units
    order.status = 'COMPLETED'
    const status = payersMoney === 'later' ? 'PENDING' : 'COMPLETED'
    unit.payments.captures.push({ id: newId(), status, amount: unit.amount })
    return order
  }

  function refund(captureId: string, body: { amount: Money; custom_id?: string }) {
    for (const { purchase_units } of orders.values()) {
      const { captures, refunds } = purchase_units[0].payments
      const capture = captures.find(({ id }) => id === captureId)
      if (!capture) continue
      const refundedAmount = refunds.reduce((sum, { amount }) => sum + Number(amount.value), 0)
      const left = Number(capture.amount.value) - refundedAmount
      if (left <= 0) throw refusal(422, 'CAPTURE_FULLY_REFUNDED')
      if (Number(body.amount.value) > left) throw refusal(422, 'REFUND_AMOUNT_EXCEEDED')
      const made = { id: newId(), status: 'COMPLETED', ...body }
      refunds.push(made)
      return made
    }
    throw refusal(404, 'RESOURCE_NOT_FOUND')
  }

  /** A payment, with the id of its order. */
  function payment(captureId: string): object {
    for (const { id: order_id, purchase_units } of orders.values()) {
      const [{ payments, custom_id }] = purchase_units
      const capture = payments.captures.find(({ id }) => id === captureId)
      if (capture)
        return { ...capture, custom_id, supplementary_data: { related_ids: { order_id } } }
    }
    throw refusal(404, 'RESOURCE_NOT_FOUND')
  }

  function approve(id: string, payer_id: string, payersMoney: PayersMoney): void {
    const order = orderOf(id)
    order.status = 'APPROVED'
    order.payer = { payer_id }
    money.set(id, payersMoney)
  }

  return { orders, orderOf, create, approve, capture, refund, payment }
}

/**
 * A server for the part of PayPal's protocol that we use, including idempotency, which misbehaves on request. It takes
 * no money.
 */
export async function startPayPalServer(
  options: MisbehavingServerOptions<PayPalStep> = {},
): Promise<PayPalServer> {
  const books = createBooks()
  const { orders, orderOf, refund } = books
  const answered = new Map<string, object>()
  const tokens = new Set<string>()
  const secret = randomBytes(16)
  const signatureOf = (webhookId: string, time: string, event: string) =>
    createHmac('sha256', secret).update(`${webhookId}|${time}|${event}`).digest('base64')

  function verify(text: string): object {
    const { webhook_id, transmission_time, transmission_sig } = JSON.parse(text)
    // The exact bytes that were forwarded.
    const event = text.slice(text.indexOf('"webhook_event":') + '"webhook_event":'.length, -1)
    const right = signatureOf(webhook_id, transmission_time, event)
    return { verification_status: right === transmission_sig ? 'SUCCESS' : 'FAILURE' }
  }

  function act(step: PayPalStep, id: string, text: string): object {
    if (step === 'token') {
      const access_token = newId()
      tokens.add(access_token)
      return { access_token, token_type: 'Bearer', expires_in: 32_400 }
    }
    if (step === 'create') return books.create(JSON.parse(text))
    if (step === 'capture') return books.capture(orderOf(id))
    if (step === 'refund') return refund(id, JSON.parse(text))
    if (step === 'payment') return books.payment(id)
    return step === 'verify' ? verify(text) : orderOf(id)
  }

  /** A repeated idempotency key returns the earlier response without running the call again. */
  function perform(step: PayPalStep, id: string, key: string | undefined, text: string): Answer {
    const before = key === undefined ? undefined : answered.get(`${step} ${key}`)
    if (before) return { status: 200, body: before }
    const answer = outcomeOf(() => act(step, id, text))
    if (key !== undefined && answer.status === 200) answered.set(`${step} ${key}`, answer.body)
    return answer
  }

  const server = await startMisbehavingServer<PayPalStep, PayPalMisbehaviour>(
    {
      stepOf,
      failure: { name: 'INTERNAL_SERVER_ERROR' },
      refuse({ step, headers }) {
        const token = headers.authorization?.split(' ')[1] ?? ''
        if (step === 'token' || tokens.has(token)) return undefined
        return { status: 401, body: { error: 'invalid' } }
      },
      perform({ step, id, text, headers }) {
        const key = headers['paypal-request-id']
        return perform(step, id, typeof key === 'string' ? key : undefined, text)
      },
      send,
    },
    options,
  )
  return {
    ...server,
    orders,
    calls: [],
    approve: (id, { payer_id = 'PAYER', money = 'there' } = {}) =>
      books.approve(id, payer_id, money),
    arrive(id) {
      for (const capture of orderOf(id).purchase_units[0].payments.captures) {
        capture.status = 'COMPLETED'
      }
    },
    deny(id) {
      for (const capture of orderOf(id).purchase_units[0].payments.captures) {
        capture.status = 'DECLINED'
      }
    },
    refundOutside(id, value) {
      const [{ payments, amount }] = orderOf(id).purchase_units
      const capture = payments.captures[0]?.id ?? ''
      return { id: refund(capture, { amount: { ...amount, value } }).id, capture }
    },
    expireTokens: () => tokens.clear(),
    sign(text, { webhookId, at }) {
      const time = at.toISOString()
      return {
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-1',
        'paypal-transmission-id': newId(),
        'paypal-transmission-sig': signatureOf(webhookId, time, text),
        'paypal-transmission-time': time,
      }
    },
    forgetCalls: () => answered.clear(),
  }
}
