import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

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
        refunds: { id: string; status: string; amount: Money; custom_id: string }[]
      }
    },
  ]
}

/** What goes wrong at the next calls of a kind; it then goes right again. */
export type PayPalMisbehaviour =
  /** It is done, and the connection breaks before the answer. */
  | 'drop_after'
  /** The connection breaks before anything is done. */
  | 'drop_before'
  /** It is done, and answered long after. */
  | 'late'
  /** The answer is there twice. */
  | 'twice'
  | 'server_error'
  /** The answer speaks of another amount, or of other money. */
  | 'wrong_amount'
  | 'wrong_currency'
  | 'no_json'
export type PayPalStep = 'token' | 'create' | 'read' | 'capture' | 'refund' | 'verify'
/** Where in a call somebody may be interrupted. */
export type CallPhase = 'received' | 'done' | 'answered'

export interface PayPalServer {
  url: string
  /** Its books, by the name it gives each order. */
  orders: ReadonlyMap<string, PayPalOrder>
  /** Calls so far. */
  calls: PayPalStep[]
  misbehave(step: PayPalStep, how: PayPalMisbehaviour, times?: number): void
  /** The payer says yes in PayPal's window; an account without money is found out later. */
  approve(id: string, payer?: { payer_id?: string; money?: 'there' | 'none' | 'later' }): void
  /** Money that was on its way has arrived. */
  arrive(id: string): void
  expireTokens(): void
  /** What comes with a webhook that PayPal sends. */
  sign(text: string, options: { webhookId: string; at: Date }): Record<string, string>
  /** The ids under which calls were made: days later a repeated call is another one. */
  forgetCalls(): void
  close(): Promise<void>
}

class Refusal extends Error {
  readonly status: number
  readonly body: object
  constructor(status: number, issue: string, description = `Wrong: ${issue}`) {
    super()
    this.status = status
    this.body = { name: 'UNPROCESSABLE_ENTITY', message: issue, details: [{ issue, description }] }
  }
}

const newId = () => randomBytes(8).toString('hex').toUpperCase()

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** The same order, as somebody would tell of it who has mistaken it for another. */
function misquoted(body: object, how: PayPalMisbehaviour | undefined): object {
  if (how !== 'wrong_amount' && how !== 'wrong_currency') return body
  const text = JSON.stringify(body)
  return JSON.parse(
    how === 'wrong_amount'
      ? text.replace(/"value":"[^"]*"/g, '"value":"0.01"')
      : text.replace(/"currency_code":"[^"]*"/g, '"currency_code":"HUF"'),
  )
}

function stepOf(method: string | undefined, path: string): [PayPalStep, string] {
  const [, , noun, , id = '', verb] = path.split('/')
  if (noun === 'oauth2') return ['token', '']
  if (noun === 'notifications') return ['verify', '']
  if (noun === 'payments') return ['refund', id]
  if (verb === 'capture') return ['capture', id]
  return method === 'GET' ? ['read', id] : ['create', '']
}

/**
 * A server that speaks the part of PayPal's protocol that is used here, with its idempotency, and
 * misbehaves when it is told to. It takes no money.
 * @param onCall told of each call, so that whoever makes it can be interrupted; false: it never arrives
 */
export async function startPayPalServer({
  lateMs = 300,
  onCall,
}: {
  lateMs?: number
  onCall?: (step: PayPalStep, phase: CallPhase) => undefined | false | Promise<undefined | false>
} = {}): Promise<PayPalServer> {
  const orders = new Map<string, PayPalOrder>()
  const money = new Map<string, 'there' | 'none' | 'later'>()
  const answered = new Map<string, object>()
  const tokens = new Set<string>()
  const misbehaviour = new Map<PayPalStep, PayPalMisbehaviour[]>()
  const secret = randomBytes(16)
  const signatureOf = (webhookId: string, time: string, event: string) =>
    createHmac('sha256', secret).update(`${webhookId}|${time}|${event}`).digest('base64')

  const orderOf = (id: string) => {
    const order = orders.get(id)
    if (!order) throw new Refusal(404, 'RESOURCE_NOT_FOUND')
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
    if (order.status === 'COMPLETED') throw new Refusal(422, 'ORDER_ALREADY_CAPTURED')
    if (order.status !== 'APPROVED') throw new Refusal(422, 'ORDER_NOT_APPROVED')
    const has = money.get(order.id)
    if (has === 'none') {
      throw new Refusal(422, 'INSTRUMENT_DECLINED', 'The instrument presented was declined.')
    }
    const [unit] = order.purchase_units
    order.status = 'COMPLETED'
    const status = has === 'later' ? 'PENDING' : 'COMPLETED'
    unit.payments.captures.push({ id: newId(), status, amount: unit.amount })
    return order
  }

  function refund(captureId: string, body: { amount: Money; custom_id: string }): object {
    for (const { purchase_units } of orders.values()) {
      const { captures, refunds } = purchase_units[0].payments
      const taken = captures.find(({ id }) => id === captureId)
      if (!taken) continue
      const given = refunds.reduce((sum, { amount }) => sum + Number(amount.value), 0)
      const left = Number(taken.amount.value) - given
      if (left <= 0) throw new Refusal(422, 'CAPTURE_FULLY_REFUNDED')
      if (Number(body.amount.value) > left) throw new Refusal(422, 'REFUND_AMOUNT_EXCEEDED')
      const made = { id: newId(), status: 'COMPLETED', ...body }
      refunds.push(made)
      return made
    }
    throw new Refusal(404, 'RESOURCE_NOT_FOUND')
  }

  function verify(text: string): object {
    const { webhook_id, transmission_time, transmission_sig } = JSON.parse(text)
    // The bytes as they were sent on.
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
    if (step === 'create') return create(JSON.parse(text))
    if (step === 'capture') return capture(orderOf(id))
    if (step === 'refund') return refund(id, JSON.parse(text))
    return step === 'verify' ? verify(text) : orderOf(id)
  }

  /** What was done under the same id before is answered, and not done again. */
  function perform(step: PayPalStep, id: string, key: string | undefined, text: string): object {
    const before = key === undefined ? undefined : answered.get(`${step} ${key}`)
    if (before) return before
    // As it is now: what is answered again later is what was answered first.
    const body = structuredClone(act(step, id, text))
    if (key !== undefined) answered.set(`${step} ${key}`, body)
    return body
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [step, id] = stepOf(request.method, request.url ?? '')
    server.calls.push(step)
    const text = await readText(request)
    const lost = (await onCall?.(step, 'received')) === false
    const how = misbehaviour.get(step)?.shift()
    if (lost || how === 'drop_before') return void request.socket.destroy()
    if (how === 'server_error') return send(response, 500, { name: 'INTERNAL_SERVER_ERROR' })
    const token = request.headers.authorization?.split(' ')[1] ?? ''
    if (step !== 'token' && !tokens.has(token)) return send(response, 401, { error: 'invalid' })
    const key = request.headers['paypal-request-id']
    let status = 200
    let body: object
    try {
      body = perform(step, id, typeof key === 'string' ? key : undefined, text)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      ;({ status, body } = error)
    }
    await onCall?.(step, 'done')
    if (how === 'drop_after') return void request.socket.destroy()
    if (how === 'late') await wait(lateMs)
    if (how === 'no_json') return void response.end('<html>')
    send(response, status, misquoted(body, how))
    if (how === 'twice') {
      const again = JSON.stringify(body)
      const head = `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(again)}\r\n\r\n`
      request.socket.write(head + again)
    }
    await onCall?.(step, 'answered')
  }

  const http = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const server: PayPalServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    orders,
    calls: [],
    misbehave: (step, how, times = 1) => void misbehaviour.set(step, Array(times).fill(how)),
    approve(id, { payer_id = 'PAYER', money: has = 'there' } = {}) {
      const order = orderOf(id)
      order.status = 'APPROVED'
      order.payer = { payer_id }
      money.set(id, has)
    },
    arrive(id) {
      for (const capture of orderOf(id).purchase_units[0].payments.captures) {
        capture.status = 'COMPLETED'
      }
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
