import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createOrder,
  createUser,
  keepProved,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { type PayPalServer, startPayPalServer } from '#app/server/testing/paypal-server.ts'
import { type StripeServer, startStripeServer } from '#app/server/testing/stripe-server.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { cashBookApi } from '#features/shop/orders/cash-book/contract.admin.ts'
import {
  type AdminOrder,
  adminOrdersApi,
  PROVIDER_GONE,
} from '#features/shop/orders/contract.admin.ts'
import { ordersApi } from '#features/shop/orders/contract.ts'
import { refundsApi } from '#features/shop/orders/paying/contract.admin.ts'
import { formatRefno } from '#features/shop/orders/refno.ts'
import { order_events, orders } from '#features/shop/orders/tables.ts'
import { dayIn } from '#platform/server/community-day.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { paymentsApi } from '../contract.ts'
import { payments, refunds } from '../tables.ts'
import { reconcileRefunds } from './refunding.ts'

/** Failed calls are retried once. */
const EVERY_TRY = 2
type Order = Awaited<ReturnType<typeof createOrder>>
type Way = 'stripe' | 'paypal'

let stripe: StripeServer
let paypal: PayPalServer
let test: TestApp
let admin: TestUser
/** Called before a refund. */
let onRefund: () => Promise<undefined> | undefined = () => undefined
beforeAll(async () => {
  const onCall = (step: string, phase: string) =>
    step === 'refund' && phase === 'received' ? onRefund() : undefined
  stripe = await startStripeServer({ onCall })
  paypal = await startPayPalServer({ onCall })
  test = await createTestApp({
    config: {
      stripe: {
        secretKey: 'sk_test_1',
        publishableKey: 'pk_test_1',
        webhookSecrets: ['whsec_1'],
        apiBase: stripe.url,
      },
      paypal: {
        clientId: 'client',
        clientSecret: 'secret',
        webhookIds: ['WH-1'],
        apiBase: paypal.url,
      },
    },
  })
  admin = await keepProved(orm(), await createUser(orm(), { role_id: 3 }))
})
afterAll(async () => {
  await test.close()
  await Promise.all([stripe.close(), paypal.close()])
})

const orm = () => test.deps.database.orm
let networks = 0
const ip = () => `10.11.0.${networks++ & 255}`
/** A paid order of 17 francs. */
async function paid(way: Way): Promise<Order> {
  const order = await createOrder(orm(), { donation_cents: 1000 })
  const { refno: orderRefno } = order
  if (way === 'stripe') {
    const body = { stripeToken: 'tok_visa', orderRefno }
    await test.call(paymentsApi.chargePayment, { ip: ip(), body })
    return order
  }
  const made = await test.call(paymentsApi.createPayment, { ip: ip(), body: { orderRefno } })
  const { id: paymentID } = made.body.result
  paypal.approve(paymentID)
  const body = { orderRefno, paymentID, payerID: 'PAYER' }
  await test.call(paymentsApi.executePayment, { ip: ip(), body })
  return order
}
const ask = (
  { id }: Pick<Order, 'id'>,
  wish: { amount?: number; version?: number; request_id?: string } = {},
  as: string | null = admin.token,
) => test.call(refundsApi.refund, { body: { id, ...wish }, as: as ?? undefined })
async function refund(...args: Parameters<typeof ask>) {
  const { status, body, error } = await ask(...args)
  return status === 200
    ? [body.refund.amount, body.refund.status, body.refundable]
    : [status, error.code]
}
const historyOf = ({ id }: Order) =>
  orm()
    .select()
    .from(order_events)
    .where(eq(order_events.order_id, id))
    .orderBy(asc(order_events.created_at))
/** The provider's books, in cents. */
function givenBack({ refno }: Order): number[] {
  const intents = [...stripe.intents.values()].filter(({ metadata }) => metadata.refno === refno)
  const byCard = stripe.refunds.filter((of) => intents.some(({ id }) => id === of.payment_intent))
  const byPayPal = [...paypal.orders.values()]
    .map(({ purchase_units: [unit] }) => unit)
    .filter(({ reference_id }) => reference_id === refno)
    .flatMap(({ payments }) => payments.refunds)
  return [
    ...byCard.map(({ amount }) => amount),
    ...byPayPal.map(({ amount }) => Math.round(Number(amount.value) * 100)),
  ]
}
/** Refunds on the provider's own pages. */
function giveBackOutside({ refno }: Order, money: number): void {
  for (const { id, metadata } of stripe.intents.values()) {
    if (metadata.refno === refno) stripe.refundOutside(id, money * 100)
  }
  for (const { id, purchase_units } of paypal.orders.values()) {
    if (purchase_units[0].reference_id === refno) paypal.refundOutside(id, money.toFixed(2))
  }
}
const stored = ({ id }: Order) => orm().select().from(refunds).where(eq(refunds.order_id, id))
async function reconcile() {
  test.advance(61_000)
  await test.deps.jobs.drain('payments')
}

describe.each(['stripe', 'paypal'] as const)('a refund with %s', (way) => {
  const provider = () => (way === 'stripe' ? stripe : paypal)

  it('returns a part, then the rest, and never more than was paid', async () => {
    const order = await paid(way)
    expect(await refund(order, { amount: 17.01 })).toEqual([409, 'not_refundable'])
    expect(await refund(order, { amount: 5.5 })).toEqual([5.5, 'succeeded', 11.5])
    expect(await refund(order, { amount: 11.51 })).toEqual([409, 'not_refundable'])
    expect(await refund(order)).toEqual([11.5, 'succeeded', 0])
    expect(await refund(order)).toEqual([409, 'not_refundable'])
    expect(await refund(order, { amount: 0.01 })).toEqual([409, 'not_refundable'])
    expect(givenBack(order)).toEqual([550, 1150])
  })

  it('is recorded in the history and mailed to the customer', async () => {
    const order = await paid(way)
    await refund(order, { amount: 5 })
    expect(await historyOf(order)).toMatchObject([
      { status: 'paid', actor: 'payment', refunded_cents: null },
      { status: 'paid', actor: 'admin', user_id: admin.id, refunded_cents: 500 },
    ])
    const mails = (await test.mails()).filter(({ text }) => text.includes('5.00'))
    expect(mails.map(({ recipient }) => recipient)).toContain('ada@example.org')
  })

  it('is made once when ten calls ask for all of it at the same time', async () => {
    const order = await paid(way)
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(order)))
    expect(answers.filter(([amount]) => amount === 17)).toHaveLength(1)
    // Rejected by us before a provider is called.
    expect(answers.filter(([, code]) => code === 'not_refundable')).toHaveLength(9)
    expect(givenBack(order)).toEqual([1700])
  })

  it('is made once per request id, and refused for an old version of the order', async () => {
    const order = await paid(way)
    const request_id = randomUUID()
    const wish = { amount: 2, request_id }
    expect(await refund(order, { ...wish, version: 1 })).toEqual([2, 'succeeded', 15])
    expect(await refund(order, { ...wish, version: 1 })).toEqual([2, 'succeeded', 15])
    expect(await refund(order, { amount: 2, version: 1 })).toEqual([409, 'changed_meanwhile'])
    expect(await refund(await paid(way), wish)).toEqual([409, 'conflict'])
    expect(givenBack(order)).toEqual([200])
  })

  it.each(['drop_before', 'drop_after', 'server_error', 'late'] as const)(
    'is made once when the connection fails (%s)',
    async (how) => {
      const order = await paid(way)
      provider().misbehave('refund', how, EVERY_TRY)
      const [amount, status, refundable] = await refund(order, { amount: 3 })
      expect([amount, refundable]).toEqual([3, 14])
      expect(status).toBe(how === 'late' ? 'succeeded' : 'started')
      // A refund in progress counts.
      expect(await refund(order, { amount: 14.01 })).toEqual([409, 'not_refundable'])
      await reconcile()
      await reconcile()
      expect((await stored(order)).map((row) => row.status)).toEqual(['succeeded'])
      expect([givenBack(order), (await historyOf(order)).length]).toEqual([[300], 2])
    },
  )

  it('is made once even if its provider has forgotten the first call', async () => {
    const order = await paid(way)
    provider().misbehave('refund', 'drop_after', EVERY_TRY)
    expect(await refund(order, { amount: 3 })).toEqual([3, 'started', 14])
    provider().forgetCalls()
    await reconcile()
    expect(givenBack(order)).toEqual([300])
    expect((await stored(order)).map((row) => row.status)).toEqual(['succeeded'])
  })

  it('is recorded once if the job is quicker than the page', async () => {
    const order = await paid(way)
    let goOn = () => {}
    const arrived = new Promise<void>((resolve) => {
      onRefund = () => {
        onRefund = () => undefined
        resolve()
        return new Promise((then) => {
          goOn = () => then(undefined)
        })
      }
    })
    const asking = refund(order, { amount: 3 })
    await arrived
    await reconcile()
    goOn()
    expect(await asking).toEqual([3, 'succeeded', 14])
    expect([givenBack(order), (await historyOf(order)).length]).toEqual([[300], 2])
  })

  it('returns the reason if the provider refuses it, and can be requested again', async () => {
    const order = await paid(way)
    // More than the provider received: our books are wrong.
    await orm().update(payments).set({ amount_cents: 2000 }).where(eq(payments.order_id, order.id))
    await orm().update(orders).set({ paid_cents: 2000 }).where(eq(orders.id, order.id))
    const { status, error } = await ask(order, { amount: 20 })
    expect([status, error.code]).toEqual([409, 'refund_refused'])
    expect(error.message).toMatch(/^Wrong: /)
    expect(await refund(order)).toEqual([409, 'refund_refused'])
    expect(await refund(order, { amount: 10 })).toEqual([10, 'succeeded', 10])
    expect(givenBack(order)).toEqual([1000])
  })

  it('is neither made nor left open if the provider has already refunded all of it', async () => {
    const order = await paid(way)
    giveBackOutside(order, 17)
    const request_id = randomUUID()
    const { status, error } = await ask(order, { request_id })
    expect([status, error.code]).toEqual([409, 'changed_meanwhile'])
    expect(error.current as AdminOrder).toMatchObject({
      refunded: 17,
      refundable: 0,
      attention: true,
      refunds: [
        { amount: 17, status: 'overtaken', outside: false },
        { amount: 17, status: 'succeeded', outside: true, by: null },
      ],
    })
    expect(await refund(order, { request_id })).toEqual([409, 'changed_meanwhile'])
    expect(await refund(order)).toEqual([409, 'not_refundable'])
    expect(givenBack(order)).toEqual([1700])
    expect((await historyOf(order)).map(({ refunded_cents }) => refunded_cents)).toEqual([
      null,
      1700,
    ])
  })

  it('is not left open if the provider refunds all of it at the same moment', async () => {
    const order = await paid(way)
    onRefund = () => {
      onRefund = () => undefined
      giveBackOutside(order, 17)
      return undefined
    }
    const { status, error } = await ask(order)
    expect([status, error.code]).toEqual([409, 'changed_meanwhile'])
    expect(error.current as AdminOrder).toMatchObject({ refunded: 17, refundable: 0 })
    expect((await stored(order)).map((row) => row.status).sort()).toEqual([
      'overtaken',
      'succeeded',
    ])
    expect(givenBack(order)).toEqual([1700])
  })

  it('in part is refused until the admin has seen what was refunded elsewhere', async () => {
    const order = await paid(way)
    giveBackOutside(order, 5)
    expect(await refund(order, { amount: 5 })).toEqual([409, 'changed_meanwhile'])
    expect(givenBack(order)).toEqual([500])
    expect(await refund(order, { amount: 12.01 })).toEqual([409, 'not_refundable'])
    expect(await refund(order, { amount: 2 })).toEqual([2, 'succeeded', 10])
    expect(givenBack(order)).toEqual([500, 200])
  })
})

it('a refund through a provider that is no longer configured is made by hand and settled by an admin', async () => {
  const order = await paid('stripe')
  // The mailbox of the other orders has reached its limit of fifty mails a day.
  await orm().update(orders).set({ email: 'eva@example.org' }).where(eq(orders.id, order.id))
  const [payment] = await orm().select().from(payments).where(eq(payments.order_id, order.id))
  const now = test.deps.clock()
  const of = { order_id: order.id, payment_id: payment?.id, currency: 'CHF' } as const
  await orm()
    .insert(refunds)
    .values({ ...of, amount_cents: 700, created_at: now, updated_at: now })
  const noProviders: [] = []
  await reconcileRefunds(test.deps, noProviders, new Date(now.getTime() + 1))
  const as = admin.token
  const { body } = await test.call(adminOrdersApi.byId, { as, query: { id: order.id } })
  const [refund] = body.refunds
  expect([body.attention, refund?.status, refund?.refusal]).toEqual([
    true,
    'refused',
    PROVIDER_GONE,
  ])
  const settled = { id: order.id, of: refund?.id ?? '' }
  test.advance(DAY_MS)
  const earliest = test.deps.clock().getTime()
  // Two calls have the effect of one.
  await Promise.all([1, 2].map(() => test.call(adminOrdersApi.settle, { as, body: settled })))
  const { body: after } = await test.call(adminOrdersApi.byId, { as, query: { id: order.id } })
  expect(after).toMatchObject({
    ...{ attention: false, refunded: 7, refundable: 10 },
    refunds: [{ status: 'succeeded', by_bank: true, refusal: null }],
  })
  expect((await historyOf(order)).at(-1)).toMatchObject({ user_id: admin.id, refunded_cents: 700 })
  const month = dayIn(test.deps.config.timeZone, test.deps.clock()).slice(0, 7)
  const book = await test.call(cashBookApi.cashBook, { as, query: { month } })
  const movement = book.body.movements.filter(({ refno }) => refno === order.refno).at(-1)
  expect(movement).toMatchObject({ way: 'bank', amount: -7 })
  expect(Date.parse(movement?.at ?? '')).toBeGreaterThanOrEqual(earliest)
  const told = (await test.mails()).filter(({ text }) => text.includes(formatRefno(order.refno)))
  const subject = 'Du bekommst einen Teil deines Geldes zurück'
  expect(told.filter((mail) => mail.subject === subject)).toHaveLength(1)
})

it('a refund of a bank payment is only recorded, also after a cancellation', async () => {
  const order = await createOrder(orm(), { status: 'paid', payment_method: 'invoice' })
  const { body } = await ask(order, { amount: 3 })
  expect(body).toMatchObject({ refund: { by_bank: true, status: 'succeeded' }, refundable: 4 })
  expect(await historyOf(order)).toMatchObject([{ actor: 'admin', refunded_cents: 300 }])
  const card = await paid('stripe')
  await orm().update(orders).set({ status: 'cancelled' }).where(eq(orders.id, card.id))
  expect(await refund(card)).toEqual([17, 'succeeded', 0])
})

it('a refund is for paid orders, and for administrators', async () => {
  const order = await createOrder(orm())
  expect(await refund(order)).toEqual([409, 'not_refundable'])
  expect(await refund({ id: randomUUID() })).toEqual([404, 'not_found'])
  for (const amount of [0, -1, 0.001, Number.NaN]) {
    expect((await refund(order, { amount }))[1]).toBe('validation')
  }
  // An empty value is no amount, although older clients send it in place of a number; it would refund everything.
  const card = await paid('stripe')
  for (const amount of [null, ''] as never[]) {
    expect(await refund(card, { amount })).toEqual([422, 'validation'])
  }
  expect(givenBack(card)).toEqual([])
  const { token } = await createUser(orm())
  for (const as of [token, null]) {
    expect(await refund(order, {}, as)).toEqual([404, 'not_found'])
    // Invalid input is not even validated for them.
    expect(await refund(order, { amount: -1 }, as)).toEqual([404, 'not_found'])
  }
  const own = await createUser(orm())
  const { id } = await createOrder(orm(), { user_id: own.id })
  await test.call(ordersApi.removeAsUser, { as: own.token, body: { id } })
  expect(await refund({ id })).toEqual([409, 'not_refundable'])
})
