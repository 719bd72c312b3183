import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOrder, createUser, type TestUser } from '#app/server/testing/factories.ts'
import type { Misbehaviour } from '#app/server/testing/misbehaving-server.ts'
import { type StripeServer, startStripeServer } from '#app/server/testing/stripe-server.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { adminOverviewApi } from '#features/community/statistics/overview/contract.admin.ts'
import { keepMemberships } from '#features/shop/memberships/server/memberships.ts'
import { cashBookApi } from '#features/shop/orders/cash-book/contract.admin.ts'
import { adminOrdersApi } from '#features/shop/orders/contract.admin.ts'
import { refundsApi } from '#features/shop/orders/paying/contract.admin.ts'
import { formatRefno } from '#features/shop/orders/refno.ts'
import { orders } from '#features/shop/orders/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { HOUR_MS, SECOND_MS } from '#platform/shared/durations.ts'
import { paymentsApi } from '../contract.ts'
import { payments } from '../tables.ts'

const WITH_BANK = 'tok_threeDSecure2Required'
const webhookSecret = 'whsec_of_the_test'
/** Also accepted during rotation. */
const oldWebhookSecret = 'whsec_of_before'
/** The library retries a failed call once. */
const EVERY_TRY = 2
type Order = Awaited<ReturnType<typeof createOrder>>

let stripe: StripeServer
let test: TestApp
beforeAll(async () => {
  stripe = await startStripeServer()
  const keys = {
    secretKey: 'sk_test_1',
    publishableKey: 'pk_test_1',
    webhookSecrets: [webhookSecret, oldWebhookSecret],
  }
  test = await createTestApp({ config: { stripe: { ...keys, apiBase: stripe.url } } })
})
afterAll(async () => {
  await test.close()
  await stripe.close()
})

const orm = () => test.deps.database.orm
let networks = 0
const pay = async ({ refno }: Order, stripeToken = 'tok_visa') => {
  const { status, body, error } = await test.call(paymentsApi.chargePayment, {
    ip: `10.8.0.${networks++ & 255}`,
    body: { stripeToken, orderRefno: refno },
  })
  return [status, status === 200 ? body.status : error.code]
}
const statusOf = async ({ id }: Order) =>
  (await orm().select().from(orders).where(eq(orders.id, id)))[0]?.status
const intentsOf = ({ refno }: Order) =>
  [...stripe.intents.values()].filter(({ metadata }) => metadata.refno === refno)
const chargesOf = (order: Order) =>
  intentsOf(order).filter(({ amount_received }) => amount_received > 0).length
async function reconcile() {
  test.advance(61_000)
  await test.deps.jobs.drain('payments')
}

/** Sends a webhook as Stripe does; by default signed now and with the right secret. */
function deliver(
  order: Order,
  {
    type = 'payment_intent.succeeded',
    secret = webhookSecret,
    ageSeconds = 0,
    object = intentsOf(order)[0] as object | undefined,
  } = {},
) {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } })
  const timestamp = Math.floor(Date.now() / SECOND_MS) - ageSeconds
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return test.app.inject({
    method: 'POST',
    url: '/api/v1/webhooks/stripe',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  })
}

describe('a payment with Stripe', () => {
  it('charges the price in the currency of the order, with its number', async () => {
    const order = await createOrder(orm(), { donation_cents: 550 })
    expect(await pay(order)).toEqual([200, 'success'])
    expect(intentsOf(order)).toMatchObject([
      { amount: 1250, amount_received: 1250, currency: 'chf', status: 'succeeded' },
    ])
    expect(await statusOf(order)).toBe('paid')
  })

  it('returns a code for the reason of a decline that the page can translate', async () => {
    const order = await createOrder(orm())
    const body = { stripeToken: 'tok_chargeDeclined', orderRefno: order.refno }
    for (let tries = 0; tries < 2; tries++) {
      const { status, error } = await test.call(paymentsApi.chargePayment, { body })
      expect([status, error.errorMsg]).toEqual([402, 'declined'])
    }
  })

  it('cancels a declined payment at Stripe and starts a new one for another card', async () => {
    const order = await createOrder(orm())
    expect(await pay(order, 'tok_chargeDeclined')).toEqual([402, 'payment_declined'])
    expect(intentsOf(order).map(({ status }) => status)).toEqual(['canceled'])
    expect(await pay(order, 'no token at all')).toEqual([402, 'payment_declined'])
    expect(await pay(order)).toEqual([200, 'success'])
    expect(chargesOf(order)).toBe(1)
  })

  it('waits for the bank and is settled by the page or the webhook, whichever comes first', async () => {
    const [byPage, byWebhook, refused] = await Promise.all([0, 0, 0].map(() => createOrder(orm())))
    if (!byPage || !byWebhook || !refused) throw new Error('Unexpected empty list')
    for (const order of [byPage, byWebhook, refused]) {
      expect(await pay(order, WITH_BANK)).toEqual([200, 'requires_action'])
      stripe.answerAsBank(intentsOf(order)[0]?.id ?? '', order !== refused)
    }
    expect(await pay(byPage, WITH_BANK)).toEqual([200, 'success'])
    expect((await deliver(byWebhook)).statusCode).toBe(204)
    expect(await statusOf(byWebhook)).toBe('paid')
    await deliver(refused, { type: 'payment_intent.payment_failed' })
    expect(intentsOf(refused).map(({ status }) => status)).toEqual(['canceled'])
    expect(await pay(refused)).toEqual([200, 'success'])
  })

  it('is charged once when twenty pages pay at the same time', async () => {
    const order = await createOrder(orm())
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(order)))
    expect(answers.filter(([status]) => status !== 200 && status !== 409)).toEqual([])
    expect([chargesOf(order), await statusOf(order)]).toEqual([1, 'paid'])
  })
})

describe('a webhook', () => {
  it('changes nothing if it is repeated, late or about something else', async () => {
    const order = await createOrder(orm())
    await pay(order)
    const late = await Promise.all([
      deliver(order),
      deliver(order, { type: 'payment_intent.processing' }),
      deliver(order, { type: 'payment_intent.payment_failed' }),
      deliver(order, { type: 'charge.updated' }),
    ])
    expect(late.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204])
    expect([chargesOf(order), await statusOf(order)]).toEqual([1, 'paid'])
  })

  it('is accepted only with a fresh signature', async () => {
    const order = await createOrder(orm())
    await pay(order, WITH_BANK)
    stripe.answerAsBank(intentsOf(order)[0]?.id ?? '', true)
    const forged = await deliver(order, { secret: 'whsec_of_somebody_else' })
    const old = await deliver(order, { ageSeconds: 301 })
    expect([forged.statusCode, old.statusCode]).toEqual([400, 400])
    expect(await statusOf(order)).toBe('pending_payment')
  })

  it('is also accepted with the previous secret during a rotation', async () => {
    const order = await createOrder(orm())
    await pay(order, WITH_BANK)
    stripe.answerAsBank(intentsOf(order)[0]?.id ?? '', true)
    expect((await deliver(order, { secret: oldWebhookSecret })).statusCode).toBe(204)
    expect(await statusOf(order)).toBe('paid')
  })

  it('returns 503 if Stripe cannot be queried, so that the event is sent again', async () => {
    const order = await createOrder(orm())
    await pay(order, WITH_BANK)
    stripe.answerAsBank(intentsOf(order)[0]?.id ?? '', true)
    stripe.misbehave('read', 'server_error', EVERY_TRY)
    expect((await deliver(order)).statusCode).toBe(503)
    expect((await deliver(order)).statusCode).toBe(204)
    expect(await statusOf(order)).toBe('paid')
  })
})

describe('a refund or dispute that starts at Stripe', () => {
  let admin: TestUser
  beforeAll(async () => {
    admin = await createUser(orm(), { role_id: 3, email: 'till@example.org', lang: 'en' })
  })
  const look = async ({ id }: Order) =>
    (await test.call(adminOrdersApi.byId, { as: admin.token, query: { id } })).body
  const mailsAbout = async ({ refno }: Order) =>
    (await test.mails())
      .filter(
        ({ recipient, text }) => recipient === admin.email && text.includes(formatRefno(refno)),
      )
      .map(({ subject }) => subject.split(':')[0])
  async function paid() {
    const order = await createOrder(orm(), { donation_cents: 1000 })
    await pay(order)
    return { order, intent: intentsOf(order)[0]?.id ?? '' }
  }

  it('is booked and mailed to the treasurer and the customer, once', async () => {
    const { order, intent } = await paid()
    const object = { id: 'ch_1', object: 'charge', payment_intent: intent }
    stripe.refundOutside(intent, 400)
    for (const type of ['charge.refunded', 'charge.refund.updated', 'refund.created']) {
      expect((await deliver(order, { type, object })).statusCode).toBe(204)
    }
    expect(await look(order)).toMatchObject({
      attention: true,
      refunded: 4,
      refundable: 13,
      refunds: [{ outside: true, amount: 4, status: 'succeeded', settled_at: null }],
    })
    expect(await mailsAbout(order)).toEqual(['Money went back at the provider'])
    const queues = await test.call(adminOverviewApi.queues, { as: admin.token })
    expect(queues.body.payments_to_settle).toBeGreaterThan(0)
    const [refund] = (await look(order)).refunds
    const body = { id: order.id, of: refund?.id ?? '' }
    const settled = await test.call(adminOrdersApi.settle, { as: admin.token, body })
    expect(settled.body.attention).toBe(false)
    await deliver(order, { type: 'charge.refunded', object })
    expect((await look(order)).attention).toBe(false)
    const toCustomer = (await test.mails()).filter(
      ({ recipient, text }) =>
        recipient === 'ada@example.org' && text.includes(formatRefno(order.refno)),
    )
    expect(toCustomer.filter(({ text }) => text.includes('4.00'))).toHaveLength(1)
  })

  it('is not reported for a refund that was made here', async () => {
    const { order, intent } = await paid()
    const body = { id: order.id, amount: 3 }
    await test.call(refundsApi.refund, { as: admin.token, body })
    await deliver(order, { type: 'charge.refunded', object: { payment_intent: intent } })
    expect(await look(order)).toMatchObject({ attention: false, refunded: 3, refunds: [{}] })
    expect(await mailsAbout(order)).toEqual([])
  })

  it('that failed makes the money refundable again and needs attention', async () => {
    const { order, intent } = await paid()
    const body = { id: order.id, amount: 3 }
    await test.call(refundsApi.refund, { as: admin.token, body })
    const made = stripe.refunds.find(({ payment_intent }) => payment_intent === intent)
    if (made) made.status = 'failed'
    await deliver(order, { type: 'refund.failed', object: { payment_intent: intent } })
    expect(await look(order)).toMatchObject({
      attention: true,
      refunded: 0,
      refundable: 17,
      refunds: [{ status: 'refused' }],
    })
    expect(await mailsAbout(order)).toEqual(['A refund did not arrive'])
  })

  it('withholds the disputed money and needs attention when it opens and when it ends', async () => {
    const { order, intent } = await paid()
    const dispute = stripe.dispute(intent, 1700)
    const deliverEvent = (type: string) => deliver(order, { type, object: { ...dispute } })
    await deliverEvent('charge.dispute.created')
    await deliverEvent('charge.dispute.updated')
    const open = await look(order)
    expect(open).toMatchObject({
      attention: true,
      refunded: 0,
      refundable: 0,
      disputes: [
        { status: 'open', reason: 'fraudulent', answer_by: '2026-12-24T00:00:00.000Z', amount: 17 },
      ],
    })
    const refused = await test.call(refundsApi.refund, {
      as: admin.token,
      body: { id: order.id },
    })
    expect(refused.error.code).toBe('not_refundable')
    const body = { id: order.id, of: open.disputes[0]?.id ?? '' }
    await test.call(adminOrdersApi.settle, { as: admin.token, body })
    expect((await look(order)).attention).toBe(false)
    dispute.status = 'won'
    await deliverEvent('charge.dispute.closed')
    expect(await look(order)).toMatchObject({
      attention: true,
      refundable: 17,
      disputes: [{ status: 'won', settled_at: null }],
    })
    // Two queued mails may be sent in any order.
    const both = ['A payment is disputed', 'The dispute ended in your favour']
    expect((await mailsAbout(order)).toSorted()).toEqual(both)
  })

  it('requires a confirmation before the order is shipped, unless the dispute is won', async () => {
    const { order, intent } = await paid()
    const dispute = stripe.dispute(intent, 1700)
    const deliverEvent = (type: string) => deliver(order, { type, object: { ...dispute } })
    const isToShip = async () => {
      const query = { search: order.refno, to_ship: 'true' } as const
      return (await test.call(adminOrdersApi.list, { as: admin.token, query })).body.rows.length
    }
    const ship = async (despite_dispute?: boolean) => {
      const { version } = await look(order)
      const body = { id: order.id, version, despite_dispute }
      const { status, error } = await test.call(adminOrdersApi.ship, { as: admin.token, body })
      return status === 200 ? 'shipped' : error.code
    }
    expect(await isToShip()).toBe(1)
    await deliverEvent('charge.dispute.created')
    expect([await isToShip(), (await look(order)).is_disputed]).toEqual([0, true])
    expect(await ship()).toBe('disputed')
    const { version } = await look(order)
    const bulk = await test.call(adminOrdersApi.bulk, {
      as: admin.token,
      body: { act: 'ship', orders: [{ id: order.id, version }] },
    })
    expect(bulk.body.results).toMatchObject([{ outcome: 'disputed' }])
    dispute.status = 'won'
    await deliverEvent('charge.dispute.closed')
    expect([await isToShip(), (await look(order)).is_disputed]).toEqual([1, false])
    dispute.status = 'lost'
    await deliverEvent('charge.dispute.closed')
    expect([await isToShip(), await ship(), await ship(true)]).toEqual([0, 'disputed', 'shipped'])
  })

  it('is booked out of the cash book once if the dispute is lost', async () => {
    const { order, intent } = await paid()
    const dispute = stripe.dispute(intent, 1700)
    const deliverEvent = (type: string) => deliver(order, { type, object: { ...dispute } })
    const booked = async () => {
      const month = test.deps.clock().toISOString().slice(0, 7)
      const call = { as: admin.token, query: { month } }
      const { movements } = (await test.call(cashBookApi.cashBook, call)).body
      return movements.filter(({ refno }) => refno === order.refno).map(({ amount }) => amount)
    }
    await deliverEvent('charge.dispute.created')
    expect(await booked()).toEqual([17])
    dispute.status = 'lost'
    await deliverEvent('charge.dispute.closed')
    await deliverEvent('charge.dispute.closed')
    expect(await booked()).toEqual([17, -17])
    // Some providers also report the same money as a refund.
    stripe.refundOutside(intent, 1700)
    await deliverEvent('charge.refunded')
    expect(await booked()).toEqual([17, -17])
  })

  it('ends the membership that it paid as soon as the dispute is lost', async () => {
    const user = await createUser(orm())
    const membership = { product_id: 3, amount: 40, piece_cents: 100, price_cents: 4000 }
    const order = await createOrder(orm(), { ...membership, user_id: user.id })
    await pay(order)
    const untilOf = async () =>
      (await orm().select().from(users).where(eq(users.id, user.id)))[0]?.membership_until
    const dispute = stripe.dispute(intentsOf(order)[0]?.id ?? '', 4000)
    const deliverEvent = (type: string) => deliver(order, { type, object: { ...dispute } })
    await deliverEvent('charge.dispute.created')
    expect(await untilOf()).toBeInstanceOf(Date)
    dispute.status = 'lost'
    await deliverEvent('charge.dispute.closed')
    expect(await untilOf()).toBeNull()
    // The upkeep gives the same result.
    await keepMemberships(test.deps)
    expect(await untilOf()).toBeNull()
  })

  it('is found before a refund even if no event has reported it', async () => {
    const { order, intent } = await paid()
    stripe.dispute(intent, 1700)
    const refund = await test.call(refundsApi.refund, {
      as: admin.token,
      body: { id: order.id, amount: 17 },
    })
    expect(refund.error.code).toBe('changed_meanwhile')
    expect(refund.error.current as object).toMatchObject({ disputes: [{ status: 'open' }] })
    expect(stripe.refunds.filter(({ payment_intent }) => payment_intent === intent)).toEqual([])
  })
})

describe('a failed connection to Stripe', () => {
  it('is retried under the same key', async () => {
    const order = await createOrder(orm())
    stripe.misbehave('create', 'drop_after')
    stripe.misbehave('confirm', 'drop_after')
    expect(await pay(order)).toEqual([200, 'success'])
    expect([intentsOf(order).length, chargesOf(order)]).toEqual([1, 1])
  })

  const STEPS = ['create', 'method', 'confirm'] as const
  const HOWS: Misbehaviour[] = ['drop_before', 'drop_after', 'server_error', 'late']
  it.each(STEPS.flatMap((step) => HOWS.map((how) => [how, step] as const)))(
    'on every try (%s, %s) leaves order and Stripe in agreement, and the order is paid once',
    async (how, step) => {
      const order = await createOrder(orm())
      stripe.misbehave(step, how, EVERY_TRY)
      const [status, code] = await pay(order)
      if (status !== 200) {
        expect(code).toBe(step === 'create' ? 'payment_unavailable' : 'payment_pending')
      }
      await reconcile()
      expect((await statusOf(order)) === 'paid').toBe(chargesOf(order) === 1)
      expect(await pay(order)).toEqual([200, 'success'])
      expect([chargesOf(order), await statusOf(order)]).toEqual([1, 'paid'])
    },
  )

  it('before a refund is retried until the refund is made', async () => {
    const order = await createOrder(orm())
    stripe.misbehave('confirm', 'drop_after', EVERY_TRY)
    expect(await pay(order)).toEqual([409, 'payment_pending'])
    await orm().update(orders).set({ status: 'cancelled' }).where(eq(orders.id, order.id))
    await reconcile()
    stripe.misbehave('refund', 'drop_after', EVERY_TRY)
    await reconcile()
    await reconcile()
    const tries = await orm().select().from(payments).where(eq(payments.order_id, order.id))
    expect(tries.map(({ status }) => status)).toEqual(['refunded'])
    expect(
      stripe.refunds.filter(({ payment_intent }) => payment_intent === intentsOf(order)[0]?.id),
    ).toMatchObject([{ amount: 700 }])
  })
})

describe('a direct debit that takes a bank days', () => {
  /** An order whose debit Stripe has been processing for hours. */
  async function awaited(email: string) {
    const order = await createOrder(orm(), { email, lang: 'en' })
    expect(await pay(order, WITH_BANK)).toEqual([200, 'requires_action'])
    const [intent] = intentsOf(order)
    if (!intent) throw new Error('Unexpected: no intent')
    intent.status = 'processing'
    test.advance(2 * HOUR_MS)
    await reconcile()
    return { order, intent }
  }
  const subjectsTo = async (email: string) =>
    (await test.mails())
      .filter(({ recipient }) => recipient === email)
      .map(({ subject }) => subject)
  const triesOf = async ({ id }: Order) =>
    (await orm().select().from(payments).where(eq(payments.order_id, id))).map(
      ({ status }) => status,
    )

  it('is mailed once, blocks other payments and pays the order when it arrives', async () => {
    const { order, intent } = await awaited('debit@example.org')
    expect(await triesOf(order)).toEqual(['awaited'])
    expect(await pay(order)).toEqual([409, 'payment_pending'])
    test.advance(2 * HOUR_MS)
    await reconcile()
    expect(await subjectsTo('debit@example.org')).toEqual(['Your payment is on its way'])
    stripe.answerAsBank(intent.id, true)
    expect((await deliver(order)).statusCode).toBe(204)
    expect([await statusOf(order), chargesOf(order)]).toEqual(['paid', 1])
  })

  it('reopens the order and mails the customer if the bank refuses it', async () => {
    const { order, intent } = await awaited('bounced@example.org')
    expect(await subjectsTo('bounced@example.org')).toEqual(['Your payment is on its way'])
    stripe.answerAsBank(intent.id, false)
    await deliver(order, { type: 'payment_intent.payment_failed' })
    await deliver(order, { type: 'payment_intent.payment_failed' })
    expect([await triesOf(order), await statusOf(order)]).toEqual([['declined'], 'pending_payment'])
    expect(await subjectsTo('bounced@example.org')).toEqual([
      'Your payment is on its way',
      'Your bank has not paid',
    ])
    expect(await pay(order)).toEqual([200, 'success'])
  })
})
