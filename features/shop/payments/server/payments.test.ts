import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOrder, createUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { ordersApi } from '#features/shop/orders/contract.ts'
import { order_events, orders } from '#features/shop/orders/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { configApi } from '#platform/shared/config.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { paymentsApi } from '../contract.ts'
import { payments, sandbox_payments } from '../tables.ts'
import { pay } from './charging.ts'
import { type PaymentProvider, ProviderUnreachableError } from './payment-provider.ts'
import { reconcilePayments } from './reconciling.ts'
import { createSandbox } from './sandbox.ts'
import { paymentStanding } from './standing.ts'

const CARD = 'tok_visa'
const WITH_BANK = 'tok_threeDSecure2Required'
type Order = Awaited<ReturnType<typeof createOrder>>

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
let networks = 0
/** Charges from another network each time, so that no rate limit applies. */
const charge = (order: { refno: string }, stripeToken = CARD) =>
  test.call(paymentsApi.chargePayment, {
    ip: `10.7.0.${networks++ & 255}`,
    body: { stripeToken, orderRefno: order.refno },
  })
const answerOf = async (order: Order, token?: string) => {
  const { status, body, error } = await charge(order, token)
  return [status, status === 200 ? body.status : error.code]
}
const confirm = (client_secret: string, approve = true) =>
  test.call(paymentsApi.confirmSandbox, { body: { client_secret, approve } })
const statusOf = async ({ id }: Order) =>
  (await orm().select().from(orders).where(eq(orders.id, id)))[0]?.status
const triesOf = ({ id }: Order) => orm().select().from(payments).where(eq(payments.order_id, id))
/** The provider's books: how often money was taken and refunded. */
async function booksOf({ refno }: Order) {
  const rows = await orm().select().from(sandbox_payments).where(eq(sandbox_payments.refno, refno))
  const sum = (of: 'charges' | 'refunds') => rows.reduce((total, row) => total + row[of], 0)
  return { charged: sum('charges'), refunded: sum('refunds') }
}
/** Runs the job long after the payer has left. */
async function reconcile(provider = createSandbox(orm())) {
  test.advance(61_000)
  await reconcilePayments(test.deps, [provider])
}

describe('a payment by card', () => {
  it('pays the order, is recorded and charges the card once', async () => {
    const order = await createOrder(orm(), { donation_cents: 300 })
    expect(await answerOf(order)).toEqual([200, 'success'])
    expect(await answerOf(order)).toEqual([200, 'success'])
    const { body } = await test.call(ordersApi.loadById, { query: { order_id: order.id } })
    expect(body).toMatchObject({
      order_status: { name: 'paid' },
      payment_method: 'sandbox',
      payment_amount: 10,
      donation: 3,
    })
    const history = await orm()
      .select()
      .from(order_events)
      .where(eq(order_events.order_id, order.id))
    expect(history).toMatchObject([{ status: 'paid', actor: 'payment', user_id: null }])
    expect(await booksOf(order)).toEqual({ charged: 1, refunded: 0 })
  })

  it('can be repeated with another card after a decline with its reason', async () => {
    const order = await createOrder(orm())
    const { status, error } = await charge(order, 'tok_chargeDeclined')
    expect([status, error.code, error.message]).toEqual([
      402,
      'payment_declined',
      'Your card was declined.',
    ])
    expect(await statusOf(order)).toBe('pending_payment')
    expect(await answerOf(order, 'tok_unknown')).toEqual([402, 'payment_declined'])
    expect(await answerOf(order)).toEqual([200, 'success'])
    expect((await triesOf(order)).map(({ status }) => status).sort()).toEqual([
      'declined',
      'declined',
      'succeeded',
    ])
  })

  it('waits for the bank to confirm it', async () => {
    const order = await createOrder(orm())
    const { body } = await charge(order, WITH_BANK)
    if (body.status !== 'requires_action')
      throw new Error('Unexpected payment without confirmation')
    expect(await answerOf(order, WITH_BANK)).toEqual([200, 'requires_action'])
    expect(await statusOf(order)).toBe('pending_payment')
    expect((await confirm('test_unknown_secret')).status).toBe(404)
    expect((await confirm(body.client_secret)).status).toBe(204)
    expect((await confirm(body.client_secret)).status).toBe(404)
    expect(await answerOf(order, WITH_BANK)).toEqual([200, 'success'])
    expect(await booksOf(order)).toEqual({ charged: 1, refunded: 0 })
  })

  it('is declined if the bank refuses, and a second card cancels the first attempt', async () => {
    const order = await createOrder(orm())
    const first = (await charge(order, WITH_BANK)).body
    if (first.status !== 'requires_action')
      throw new Error('Unexpected payment without confirmation')
    await confirm(first.client_secret, false)
    expect(await answerOf(order, WITH_BANK)).toEqual([402, 'payment_declined'])
    expect(await answerOf(order, WITH_BANK)).toEqual([200, 'requires_action'])
    expect(await answerOf(order)).toEqual([200, 'success'])
    expect(await booksOf(order)).toEqual({ charged: 1, refunded: 0 })
  })

  it('is made with the first card if the bank had confirmed it before the second was tried', async () => {
    const order = await createOrder(orm())
    const first = (await charge(order, WITH_BANK)).body
    if (first.status !== 'requires_action')
      throw new Error('Unexpected payment without confirmation')
    await confirm(first.client_secret)
    expect(await answerOf(order)).toEqual([200, 'success'])
    expect(await booksOf(order)).toEqual({ charged: 1, refunded: 0 })
  })

  it('takes only the amount and the currency that the page shows', async () => {
    const order = await createOrder(orm(), { donation_cents: 300 })
    const showing = (payment_amount: number, payment_currency: 'CHF' | 'EUR' = 'CHF') =>
      test.call(paymentsApi.chargePayment, {
        ip: `10.7.1.${networks++ & 255}`,
        body: { stripeToken: CARD, orderRefno: order.refno, payment_amount, payment_currency },
      })
    for (const refused of [await showing(7), await showing(13), await showing(10, 'EUR')]) {
      expect([refused.status, refused.error.code]).toEqual([409, 'amount_changed'])
      expect(refused.error.current).toMatchObject({
        id: order.id,
        payment_amount: 10,
        payment_currency: 'CHF',
        email: null,
      })
    }
    expect([await triesOf(order), await booksOf(order)]).toEqual([[], { charged: 0, refunded: 0 }])
    expect((await showing(10)).body).toEqual({ status: 'success' })
    expect((await triesOf(order)).map(({ amount_cents }) => amount_cents)).toEqual([1000])
  })

  it('continues with the amount that the bank confirmed, and starts again for another amount', async () => {
    const order = await createOrder(orm())
    const showing = async (payment_amount: number) => {
      const { status, body, error } = await test.call(paymentsApi.chargePayment, {
        ip: `10.7.1.${networks++ & 255}`,
        body: { stripeToken: WITH_BANK, orderRefno: order.refno, payment_amount },
      })
      return status === 200 ? body : error.code
    }
    const amountsOf = async () =>
      (await triesOf(order)).map(({ amount_cents, status }) => [amount_cents, status])
    expect(await showing(7)).toMatchObject({ status: 'requires_action' })
    const more = { donation_cents: 300 }
    await orm().update(orders).set(more).where(eq(orders.id, order.id))
    // The other tab cancels the first payment; without the right amount nothing is cancelled.
    expect(await showing(8)).toBe('amount_changed')
    expect(await showing(7)).toMatchObject({ status: 'requires_action' })
    expect(await amountsOf()).toEqual([[700, 'requires_action']])
    const answer = await showing(10)
    expect(await amountsOf()).toEqual(
      expect.arrayContaining([
        [700, 'cancelled'],
        [1000, 'requires_action'],
      ]),
    )
    if (typeof answer === 'string' || answer.status !== 'requires_action')
      throw new Error('Not asked')
    await confirm(answer.client_secret)
    expect(await showing(10)).toEqual({ status: 'success' })
    expect(await booksOf(order)).toEqual({ charged: 1, refunded: 0 })
  })

  it('is refused for an order that cannot be paid', async () => {
    for (const status of ['pending_confirmation', 'cancelled'] as const) {
      expect(await answerOf(await createOrder(orm(), { status }))).toEqual([409, 'not_payable'])
    }
    const { refno } = await createOrder(orm())
    const unknown = await test.call(paymentsApi.chargePayment, {
      body: { stripeToken: CARD, orderRefno: refno.replace(/^./, (d) => `${(+d % 9) + 1}`) },
    })
    expect(unknown.error.errors).toEqual({ orderRefno: ['errors.validation.invalid'] })
    const { refno: gone, id } = await createOrder(orm())
    await orm().delete(orders).where(eq(orders.id, id))
    expect((await charge({ refno: gone })).error.code).toBe('not_found')
  })

  it('of a membership makes its account a supporter', async () => {
    const user = await createUser(orm())
    const membership = { product_id: 3, amount: 40, piece_cents: 100, price_cents: 4000 }
    const order = await createOrder(orm(), { ...membership, user_id: user.id })
    await charge(order)
    const [row] = await orm().select().from(users).where(eq(users.id, user.id))
    expect(row?.membership_until?.getTime()).toBeGreaterThan(test.deps.clock().getTime())
  })

  it('returns 503 if no provider is configured, and the config lists none', async () => {
    const without = await createTestApp({ sharing: test, config: { paymentSandbox: false } })
    expect((await without.call(configApi.get)).body.payment_providers).toEqual([])
    expect((await test.call(configApi.get)).body.payment_providers).toEqual(['sandbox'])
    const order = await createOrder(orm())
    const body = { stripeToken: CARD, orderRefno: order.refno }
    const { status, error } = await without.call(paymentsApi.chargePayment, { body })
    expect([status, error.code]).toEqual([503, 'payment_unavailable'])
    const client_secret = 'test_secret'
    const bank = await without.call(paymentsApi.confirmSandbox, {
      body: { client_secret, approve: true },
    })
    expect(bank.status).toBe(404)
    await without.close()
  })
})

describe('a payment with an unknown outcome', () => {
  it('is settled by the job, and no other payment is accepted until then', async () => {
    const order = await createOrder(orm())
    expect(await answerOf(order, 'tok_timeout')).toEqual([409, 'payment_pending'])
    expect(await answerOf(order)).toEqual([409, 'payment_pending'])
    await reconcile()
    expect(await statusOf(order)).toBe('paid')
    expect(await booksOf(order)).toEqual({ charged: 1, refunded: 0 })
  })

  it('is cancelled if the bank is not answered within an hour', async () => {
    const order = await createOrder(orm())
    await charge(order, WITH_BANK)
    await reconcile()
    expect((await triesOf(order)).map(({ status }) => status)).toEqual(['requires_action'])
    test.advance(HOUR_MS)
    await reconcile()
    expect((await triesOf(order)).map(({ status }) => status)).toEqual(['cancelled'])
    expect(await answerOf(order)).toEqual([200, 'success'])
  })

  it('is refunded if the order was cancelled or its account deleted meanwhile', async () => {
    const user = await createUser(orm(), { email_confirmed_at: null })
    const cancelled = await createOrder(orm(), { user_id: user.id })
    const left = await createOrder(orm(), { user_id: user.id })
    await answerOf(cancelled, 'tok_timeout')
    await answerOf(left, 'tok_timeout')
    await test.call(ordersApi.removeAsUser, { as: user.token, body: { id: cancelled.id } })
    expect((await test.call(accountsApi.remove, { as: user.token })).status).toBe(204)
    expect((await orm().select().from(orders).where(eq(orders.id, left.id)))[0]).toMatchObject({
      status: 'cancelled',
      lastname: '',
      address: '',
      email: null,
    })
    await reconcile()
    await reconcile()
    for (const order of [cancelled, left]) {
      expect(await statusOf(order)).toBe('cancelled')
      expect(await booksOf(order)).toEqual({ charged: 1, refunded: 1 })
    }
  })

  it('does not pay the order if the provider reports another amount', async () => {
    const order = await createOrder(orm())
    const honest = createSandbox(orm())
    const lying: PaymentProvider = {
      ...honest,
      charge: async (...args) => ({ ...(await honest.charge(...args)), amount_cents: 1 }),
    }
    await expect(pay(test.deps, lying, { refno: order.refno, proof: CARD })).rejects.toMatchObject({
      code: 'payment_pending',
    })
    expect(await statusOf(order)).toBe('pending_payment')
    expect((await triesOf(order)).map(({ status }) => status)).toEqual(['mismatch'])
    // Nothing happens automatically, and the page says so.
    expect(await paymentStanding(test.deps, [honest], order.id)).toBe('needs_look')
    expect(await answerOf(order)).toEqual([409, 'payment_pending'])
  })

  it('can be retried at once if the provider was unreachable before the charge', async () => {
    const order = await createOrder(orm())
    const away: PaymentProvider = {
      ...createSandbox(orm()),
      open: () => Promise.reject(new ProviderUnreachableError('away')),
    }
    await expect(pay(test.deps, away, { refno: order.refno, proof: CARD })).rejects.toMatchObject({
      code: 'payment_unavailable',
    })
    expect(await answerOf(order)).toEqual([200, 'success'])
  })
})

it('an order is charged once when twenty pages pay at the same time', async () => {
  const order = await createOrder(orm())
  const answers = await Promise.all(Array.from({ length: 20 }, () => charge(order)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses).toContain(200)
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
  expect(await booksOf(order)).toEqual({ charged: 1, refunded: 0 })
  expect(await statusOf(order)).toBe('paid')
})

describe('a process that is killed during a payment', () => {
  class Killed extends Error {}
  /** Crashes before or after one of its calls to the provider; our own writes happen between them. */
  function dyingAt(step: 'open' | 'charge', when: 'before' | 'after'): PaymentProvider {
    const provider = createSandbox(orm())
    const die = () => Promise.reject(new Killed())
    const dying = <T extends unknown[]>(call: (...args: T) => Promise<unknown>) =>
      when === 'before'
        ? die
        : async (...args: T) => {
            await call(...args)
            return die()
          }
    return {
      ...provider,
      [step]: dying(provider[step] as (...args: unknown[]) => Promise<unknown>),
    }
  }

  it.each([
    ['before', 'open', false],
    ['after', 'open', false],
    ['before', 'charge', false],
    ['after', 'charge', true],
  ] as const)(
    'leaves order and provider in agreement: killed %s %s, paid %s',
    async (when, step, paid) => {
      const order = await createOrder(orm())
      await expect(
        pay(test.deps, dyingAt(step, when), { refno: order.refno, proof: CARD }),
      ).rejects.toThrow()
      await reconcile()
      expect(await statusOf(order)).toBe(paid ? 'paid' : 'pending_payment')
      expect(await booksOf(order)).toEqual({ charged: paid ? 1 : 0, refunded: 0 })
      // Nothing is stuck: the order can be paid, or is paid.
      expect(await answerOf(order)).toEqual([200, 'success'])
      expect(await booksOf(order)).toEqual({ charged: 1, refunded: 0 })
    },
  )
})

describe('the status of a payment', () => {
  const statusFor = async (id: string) =>
    (await test.call(paymentsApi.paymentStatus, { query: { order_id: id } })).body.status

  it('is returned to every caller with the id of the order', async () => {
    const order = await createOrder(orm())
    expect(await statusFor(order.id)).toBe('unpaid')
    const bank = (await charge(order, WITH_BANK)).body
    expect(await statusFor(order.id)).toBe('unpaid')
    if (bank.status !== 'requires_action')
      throw new Error('Unexpected payment without confirmation')
    // A payer who returns from the bank in another browser has no token, so the server asks the provider.
    await confirm(bank.client_secret)
    expect(await statusFor(order.id)).toBe('paid')
    expect(await statusOf(order)).toBe('paid')
    for (const status of ['pending_confirmation', 'cancelled'] as const) {
      expect(await statusFor((await createOrder(orm(), { status })).id)).toBe('closed')
    }
    const query = { order_id: '00000000-0000-4000-8000-000000000000' }
    expect((await test.call(paymentsApi.paymentStatus, { query })).status).toBe(404)
    const wrong = await test.call(paymentsApi.paymentStatus, { query: { order_id: 'x' } })
    expect(wrong.status).toBe(404)
  })

  it('is queried at the provider if its response was lost, and settles the payment', async () => {
    const order = await createOrder(orm())
    expect(await answerOf(order, 'tok_timeout')).toEqual([409, 'payment_pending'])
    expect(await statusOf(order)).toBe('pending_payment')
    expect(await statusFor(order.id)).toBe('paid')
    expect(await statusOf(order)).toBe('paid')
    expect(await booksOf(order)).toEqual({ charged: 1, refunded: 0 })
  })

  it('is under_way while a charge may still arrive or the provider is unreachable', async () => {
    const order = await createOrder(orm())
    const sandbox = createSandbox(orm())
    const standing = (provider: PaymentProvider) => paymentStanding(test.deps, [provider], order.id)
    const away = async () => {
      throw new ProviderUnreachableError('away')
    }
    await expect(
      pay(test.deps, { ...sandbox, charge: away }, { refno: order.refno, proof: CARD }),
    ).rejects.toThrow()
    expect(await standing(sandbox)).toBe('under_way')
    expect(await standing({ ...sandbox, read: away })).toBe('under_way')
    await reconcile()
    expect(await standing(sandbox)).toBe('unpaid')
    expect(await answerOf(order)).toEqual([200, 'success'])
  })
})
