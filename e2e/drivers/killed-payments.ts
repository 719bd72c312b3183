import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { CallPhase } from '#app/server/testing/misbehaving-server.ts'
import {
  type PayPalServer,
  type PayPalStep,
  startPayPalServer,
} from '#app/server/testing/paypal-server.ts'
import {
  type StripeServer,
  type StripeStep,
  startStripeServer,
} from '#app/server/testing/stripe-server.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { ROOT, type ServerProcess, spawnServer } from './server-process.ts'

const CLOCK = pathToFileURL(`${ROOT}/e2e/drivers/clock-ahead.mjs`).href
/** How far the clock of the next process is ahead, so that it finds unfinished payments. */
const LATER_MS = 65_000
/** Longer than PayPal waits for a payer, and longer than the timeout of a killed job. */
const MUCH_LATER_MS = 4 * 3_600_000
/** A process is killed at most this long after a response, while it records it. */
const WRITING_MS = 25
const KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  PAYPAL_CLIENT_ID: 'client',
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: 'WH-1',
}

type Way = 'stripe' | 'paypal'
/** Where a process is killed. With `lost`, its request never arrives; otherwise the provider carries it out. */
export interface Point {
  way: Way
  step: StripeStep | PayPalStep
  phase: CallPhase | 'lost'
}

const PHASES = ['lost', 'received', 'done', 'answered'] as const
const STEPS: Record<Way, readonly (StripeStep | PayPalStep)[]> = {
  stripe: ['create', 'method', 'confirm'],
  paypal: ['token', 'create', 'read', 'capture'],
}
/** Every point of a payment with either provider. */
export const POINTS: readonly Point[] = (['stripe', 'paypal'] as const).flatMap((way) =>
  STEPS[way].flatMap((step) => PHASES.map((phase) => ({ way, step, phase }))),
)

interface Order {
  id: string
  refno: string
}

/** A community whose processes are killed while they take payments, with two fake providers. */
export class KilledPayments {
  readonly orders: Order[] = []
  kills = 0
  /** Kills that hit the intended point; in the other cases the work was already finished. */
  atPoint = 0
  private armed: ((way: Way, step: string) => boolean) | null = null
  private phase: Point['phase'] = 'received'
  private server: ServerProcess | undefined
  private aheadMs = 0
  private networks = 0

  private constructor(
    private readonly folder: string,
    private readonly stripe: StripeServer,
    private readonly paypal: PayPalServer,
  ) {}

  static async begin(folder: string): Promise<KilledPayments> {
    let all: KilledPayments | undefined
    const onCall = (way: Way) => async (step: string, phase: CallPhase) =>
      all?.interrupt(way, step, phase)
    const stripe = await startStripeServer({ onCall: onCall('stripe') })
    const paypal = await startPayPalServer({ onCall: onCall('paypal') })
    all = new KilledPayments(folder, stripe, paypal)
    await all.start()
    return all
  }

  async end(): Promise<void> {
    await this.server?.kill()
    await Promise.all([this.stripe.close(), this.paypal.close()])
  }

  private async start(): Promise<void> {
    this.server = await spawnServer({
      ...KEYS,
      DATA_DIR: this.folder,
      TRUST_PROXY: 'on',
      STRIPE_API_BASE: this.stripe.url,
      PAYPAL_API_BASE: this.paypal.url,
      NODE_OPTIONS: `--import=${CLOCK}`,
      CLOCK_AHEAD_MS: String(this.aheadMs),
    })
    await this.server.ready()
  }

  private async kill(): Promise<void> {
    this.kills += 1
    await this.server?.kill()
  }

  /** The providers call this at each step. */
  private async interrupt(way: Way, step: string, phase: CallPhase): Promise<undefined | false> {
    if (phase !== (this.phase === 'lost' ? 'received' : this.phase)) return
    if (!this.armed?.(way, step)) return
    this.armed = null
    this.atPoint += 1
    if (phase === 'answered') await wait(randomInt(WRITING_MS))
    await this.kill()
    return this.phase === 'lost' ? false : undefined
  }

  /** Kills the process at the next such call, or at the latest when `work` has ended. */
  private async killDuring(
    phase: Point['phase'],
    at: (way: Way, step: string) => boolean,
    work: () => Promise<unknown>,
  ): Promise<void> {
    const before = this.atPoint
    this.phase = phase
    this.armed = at
    // Rejects when the connection breaks.
    await work().catch(() => {})
    this.armed = null
    if (this.atPoint === before) await this.kill()
    else await this.server?.exited
  }

  private async post<T>(path: string, body: object): Promise<{ status: number; body: T }> {
    const answer = await fetch(`${this.server?.origin}${API_BASE}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        // Each request comes from another network, so that no rate limit applies.
        'x-forwarded-for': `10.${this.networks >> 8}.${this.networks++ & 255}.1`,
      },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as T }
  }

  private async order(): Promise<Order> {
    const { body } = await this.post<{ order_info: Order }>('/orders/store', {
      firstname: 'Ada',
      lastname: 'Muster',
      email: 'ada@example.org',
      amount: 1,
      address: 'Weg 1',
      postcode: '8004',
      city: 'Zürich',
      country: 'CH',
      lang: 'de',
    })
    this.orders.push(body.order_info)
    return body.order_info
  }

  /** Makes a whole payment as the page does; returns the final status. */
  async pay({ refno: orderRefno }: Order, way: Way): Promise<number> {
    if (way === 'stripe') {
      const paid = { stripeToken: 'tok_visa', orderRefno }
      return (await this.post('/payment/stripe/chargePayment', paid)).status
    }
    const { status, body } = await this.post<{ result: { id: string } }>(
      '/payment/paypal/createPayment',
      { orderRefno },
    )
    if (status !== 200) return status
    const paymentID = body.result.id
    this.paypal.approve(paymentID)
    const execution = { orderRefno, paymentID, payerID: 'PAYER' }
    return (await this.post('/payment/paypal/executePayment', execution)).status
  }

  /**
   * Pays an order and kills the process at the given point. It restarts with its clock a minute ahead. With `again`,
   * it is killed once more while it handles unfinished payments. The payer then tries another way at once.
   */
  async payAndKill({ way, step, phase }: Point, { again = false } = {}): Promise<void> {
    const order = await this.order()
    const there = (calling: Way, called: string) => calling === way && called === step
    await this.killDuring(phase, there, () => this.pay(order, way))
    await this.comeBack(LATER_MS)
    if (again) {
      const any = (_way: Way, called: string) => called !== 'token'
      await this.killDuring(phase, any, () => wait(500))
      await this.comeBack(MUCH_LATER_MS)
    }
    await this.pay(order, way === 'stripe' ? 'paypal' : 'stripe').catch(() => 0)
  }

  private async comeBack(ms: number): Promise<void> {
    this.aheadMs += ms
    await this.start()
  }

  /** Restarts much later, so that the server handles all unfinished payments. */
  async settle(): Promise<void> {
    await this.server?.kill()
    await this.comeBack(MUCH_LATER_MS)
  }

  private async isPaid({ id }: Order): Promise<boolean> {
    const answer = await fetch(`${this.server?.origin}${API_BASE}/orders/loadById?order_id=${id}`)
    if (!answer.ok) throw new Error(`The order ${id} cannot be read: ${answer.status}`)
    const { order_status } = (await answer.json()) as { order_status: { name: string } }
    return order_status.name === 'paid'
  }

  async countPaid(): Promise<number> {
    let paid = 0
    for (const order of this.orders) paid += (await this.isPaid(order)) ? 1 : 0
    return paid
  }

  /** How often an order was charged, according to both providers. */
  chargesOf({ refno }: Order): number {
    const intents = [...this.stripe.intents.values()]
    const units = [...this.paypal.orders.values()].map(({ purchase_units: [unit] }) => unit)
    const byCard = intents.filter((of) => of.metadata.refno === refno && of.amount_received > 0)
    const byPayPal = units.filter((of) => of.reference_id === refno)
    return byCard.length + byPayPal.flatMap(({ payments }) => payments.captures).length
  }

  /** Orders whose state differs from the providers' books. */
  async disagreements(): Promise<string[]> {
    const wrong: string[] = []
    for (const order of this.orders) {
      const [paid, charges] = [await this.isPaid(order), this.chargesOf(order)]
      if (charges !== (paid ? 1 : 0)) wrong.push(`${order.refno}: ${charges} charges, paid ${paid}`)
    }
    return wrong
  }
}
