import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOrder, createUser } from '#app/server/testing/factories.ts'
import {
  type PayPalMisbehaviour,
  type PayPalServer,
  type PayPalStep,
  startPayPalServer,
} from '#app/server/testing/paypal-server.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { adminOrdersApi } from '#features/shop/orders/contract.admin.ts'
import { ordersApi } from '#features/shop/orders/contract.ts'
import { orders } from '#features/shop/orders/tables.ts'
import { configApi } from '#platform/shared/config.ts'
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'
import { paymentsApi } from '../contract.ts'
import { disputes, payments, refunds } from '../tables.ts'

const CARD_WITH_BANK = 'tok_threeDSecure2Required'
const webhookId = 'WH-1'
/** Also accepted during rotation. */
const oldWebhookId = 'WH-0'
/** Failed calls are retried once. */
const EVERY_TRY = 2
type Order = Awaited<ReturnType<typeof createOrder>>

let paypal: PayPalServer
let test: TestApp
let onCall: (step: PayPalStep) => Promise<undefined> | undefined = () => undefined
/** Holds the next such call until released. */
function holdNext(held: PayPalStep) {
  let goOn = () => {}
  const arrived = new Promise<void>((resolve) => {
    onCall = (step) => {
      if (step !== held) return undefined
      onCall = () => undefined
      resolve()
      return new Promise((then) => {
        goOn = () => then(undefined)
      })
    }
  })
  return { arrived, goOn: () => goOn() }
}
beforeAll(async () => {
  paypal = await startPayPalServer({
    onCall: (step, phase) => (phase === 'received' ? onCall(step) : undefined),
  })
  const keys = { clientId: 'client', clientSecret: 'secret', webhookIds: [webhookId, oldWebhookId] }
  test = await createTestApp({ config: { paypal: { ...keys, apiBase: paypal.url } } })
})
afterAll(async () => {
  await test.close()
  await paypal.close()
})

const orm = () => test.deps.database.orm
let networks = 0
const ip = () => `10.9.0.${networks++ & 255}`
async function create({ refno }: { refno: string }, payment_amount?: number): Promise<string> {
  const shown = payment_amount === undefined ? {} : { payment_amount }
  const call = { ip: ip(), body: { orderRefno: refno, ...shown } }
  const { status, body, error } = await test.call(paymentsApi.createPayment, call)
  return status === 200 ? body.result.id : error.code
}
async function execute({ refno }: Order, paymentID: string, payerID = 'PAYER') {
  const body = { orderRefno: refno, paymentID, payerID }
  const answer = await test.call(paymentsApi.executePayment, { ip: ip(), body })
  return [answer.status, answer.status === 200 ? answer.body.status : answer.error.code]
}
async function payByCard({ refno }: Order, stripeToken = 'tok_visa') {
  const call = { ip: ip(), body: { stripeToken, orderRefno: refno } }
  const { status, body, error } = await test.call(paymentsApi.chargePayment, call)
  return [status, status === 200 ? body.status : error.code]
}
/** An order that its payer has approved at PayPal. */
async function approved(payer?: Parameters<PayPalServer['approve']>[1]) {
  const order = await createOrder(orm())
  const id = await create(order)
  paypal.approve(id, payer)
  return { order, id }
}
const statusOf = async ({ id }: Order) =>
  (await orm().select().from(orders).where(eq(orders.id, id)))[0]?.status
const triesOf = async ({ id }: Order) =>
  (await orm().select().from(payments).where(eq(payments.order_id, id)))
    .map((row) => row.status)
    .sort()
const at = ({ refno }: Order) =>
  [...paypal.orders.values()]
    .map(({ purchase_units: [unit] }) => unit)
    .filter((unit) => unit.reference_id === refno)
const capturesOf = (order: Order) => at(order).flatMap((unit) => unit.payments.captures)
const refundsOf = (order: Order) => at(order).flatMap((unit) => unit.payments.refunds)
async function reconcile(ms = 61_000) {
  test.advance(ms)
  await test.deps.jobs.drain('payments')
}

/** Sends a webhook as PayPal does; by default signed now and for this webhook. */
function deliver(
  id: string,
  { type = 'PAYMENT.CAPTURE.COMPLETED', forWebhook = webhookId, ageSeconds = 0, changed = '' } = {},
) {
  const unit = paypal.orders.get(id)?.purchase_units[0]
  const resource = type.startsWith('CHECKOUT')
    ? { id }
    : {
        id: 'CAPTURE',
        custom_id: unit?.custom_id,
        supplementary_data: { related_ids: { order_id: id } },
      }
  // Formatted unusually, so that reserialized bytes would be detected.
  const text = JSON.stringify({ event_type: type, summary: 'Z\u00fcrich', resource }, null, 3)
  const time = new Date(test.deps.clock().getTime() - ageSeconds * 1000)
  return test.app.inject({
    method: 'POST',
    url: '/api/v1/webhooks/paypal',
    headers: {
      'content-type': 'application/json',
      ...paypal.sign(text, { webhookId: forWebhook, at: time }),
    },
    payload: text.replace('Zürich', `Z\u00fcrich${changed}`),
  })
}

describe('a payment with PayPal', () => {
  it('takes the amount due after a correction as a second invoice, and refunds an overpayment', async () => {
    const { order, id } = await approved()
    expect(await execute(order, id)).toEqual([200, 'success'])
    const admin = await createUser(orm(), { role_id: 3 })
    const correct = async (version: number, amount: number) => {
      const call = { as: admin.token, body: { id: order.id, version, amount } }
      return (await test.call(adminOrdersApi.correct, call)).body.version
    }
    const version = await correct(1, 2)
    const second = await create(order)
    paypal.approve(second)
    expect(await execute(order, second)).toEqual([200, 'success'])
    expect(at(order).map(({ invoice_id }) => invoice_id)).toEqual([
      order.refno,
      `${order.refno}-700`,
    ])
    expect(capturesOf(order)).toHaveLength(2)
    await deliver(second)
    await correct(version + 1, 1)
    await reconcile()
    await reconcile()
    expect(refundsOf(order).map(({ amount }) => amount.value)).toEqual(['7.00'])
  })

  it('takes the price in the currency of the order once the payer has approved it', async () => {
    const order = await createOrder(orm(), { donation_cents: 550 })
    const id = await create(order)
    const amount = { currency_code: 'CHF', value: '12.50' }
    const [{ id: payment } = { id: '' }] = await orm()
      .select()
      .from(payments)
      .where(eq(payments.order_id, order.id))
    expect(at(order)).toMatchObject([
      { reference_id: order.refno, invoice_id: order.refno, custom_id: payment, amount },
    ])
    expect(await execute(order, id)).toEqual([402, 'payment_declined'])
    paypal.approve(id)
    expect(await execute(order, id)).toEqual([200, 'success'])
    expect(await execute(order, id)).toEqual([200, 'success'])
    expect(capturesOf(order)).toMatchObject([{ amount }])
    const { body } = await test.call(ordersApi.loadById, { query: { order_id: order.id } })
    expect(body).toMatchObject({ order_status: { name: 'paid' }, payment_method: 'paypal' })
    expect(await create(order)).toBe('not_payable')
  })

  it('is offered beside cards if configured, and returns 503 otherwise', async () => {
    const { body } = await test.call(configApi.get)
    expect(body.payment_providers).toEqual(['sandbox', 'paypal'])
    expect(body.paypal_client_id).toBe('client')
    const without = await createTestApp({ sharing: test })
    const { refno: orderRefno } = await createOrder(orm())
    const answers = await Promise.all([
      without.call(paymentsApi.createPayment, { body: { orderRefno } }),
      without.call(paymentsApi.executePayment, {
        body: { orderRefno, paymentID: 'A', payerID: 'B' },
      }),
    ])
    expect(answers.map(({ error }) => error.code)).toEqual(Array(2).fill('payment_unavailable'))
    await without.close()
  })

  it('is refused if another person approved it, or for another order', async () => {
    const { order, id } = await approved()
    const other = await createOrder(orm())
    expect(await execute(order, id, 'SOMEBODY')).toEqual([402, 'payment_declined'])
    expect(await execute(other, id)).toEqual([404, 'not_found'])
    expect(await execute(order, 'NONE')).toEqual([404, 'not_found'])
    expect([capturesOf(order), capturesOf(other)]).toEqual([[], []])
    expect(await execute(order, id)).toEqual([200, 'success'])
  })

  it('is refused for an order that cannot be paid', async () => {
    for (const status of ['pending_confirmation', 'cancelled'] as const) {
      expect(await create(await createOrder(orm(), { status }))).toBe('not_payable')
    }
    const { order, id } = await approved()
    await orm().update(orders).set({ status: 'cancelled' }).where(eq(orders.id, order.id))
    expect(await execute(order, id)).toEqual([409, 'not_payable'])
    expect(capturesOf(order)).toEqual([])
    const wrong = await test.call(paymentsApi.createPayment, { body: { orderRefno: '123' } })
    expect(wrong.error.errors).toEqual({ orderRefno: ['errors.validation.invalid'] })
  })

  it('can be repeated after a decline with its reason', async () => {
    const { order, id } = await approved({ money: 'none' })
    const body = { orderRefno: order.refno, paymentID: id, payerID: 'PAYER' }
    const { status, error } = await test.call(paymentsApi.executePayment, { body })
    expect([status, error.message]).toEqual([402, 'The instrument presented was declined.'])
    expect(await execute(order, id)).toEqual([402, 'payment_declined'])
    const second = await create(order)
    expect(second).not.toBe(id)
    paypal.approve(second)
    expect(await execute(order, second)).toEqual([200, 'success'])
    expect(capturesOf(order)).toHaveLength(1)
  })
})

describe('a payment that a bank takes days for', () => {
  const mailsTo = async (email: string) =>
    (await test.mails())
      .filter(({ recipient }) => recipient === email)
      .map(({ subject }) => subject)
  const shown = async ({ id }: Order) =>
    (await test.call(ordersApi.loadById, { query: { order_id: id } })).body
  const standing = async ({ id }: Order) =>
    (await test.call(paymentsApi.paymentStatus, { query: { order_id: id } })).body.status
  /** An order that its payer has approved at PayPal and pays by eCheck. */
  async function awaited(email: string) {
    const request_id = randomUUID()
    const order = await createOrder(orm(), { email, lang: 'en', request_id })
    const id = await create(order)
    paypal.approve(id, { money: 'later' })
    expect(await execute(order, id)).toEqual([409, 'payment_pending'])
    return { order, id, key: request_id }
  }
  const admin = async () => ({ as: (await createUser(orm(), { role_id: 3 })).token })

  it('is awaited: meanwhile no other payment, no change of the amount and no invoice is accepted', async () => {
    const { order, id, key } = await awaited('echeck@example.org')
    expect(await triesOf(order)).toEqual(['awaited'])
    expect(await standing(order)).toBe('awaited')
    const until = new Date((await shown(order)).awaited_until ?? 0).getTime()
    const days = (until - test.deps.clock().getTime()) / DAY_MS
    expect(days).toBeGreaterThanOrEqual(6)
    expect(days).toBeLessThanOrEqual(10)
    expect(await payByCard(order)).toEqual([409, 'payment_pending'])
    expect(await create(order)).toBe('payment_pending')
    const { refno } = order
    const amount = { id: order.id, refno, key, payment_amount: 20 }
    const changed = await test.call(ordersApi.updatePaymentAmount, { body: amount })
    const invoiced = await test.call(ordersApi.requestInvoice, {
      body: { id: order.id, refno, key },
    })
    expect([changed.error.code, invoiced.error.code]).toEqual([
      'payment_pending',
      'payment_pending',
    ])
    const as = await admin()
    const { body: row } = await test.call(adminOrdersApi.byId, { ...as, query: { id: order.id } })
    expect(row.payments).toMatchObject([{ status: 'awaited' }])
    const { version } = row
    const remind = await test.call(adminOrdersApi.remind, {
      ...as,
      body: { id: order.id, version },
    })
    const correct = await test.call(adminOrdersApi.correct, {
      ...as,
      body: { id: order.id, version, amount: 2 },
    })
    expect([remind.error.code, correct.error.code]).toEqual(['wrong_status', 'payment_pending'])
    const listed = async (status: 'awaited' | 'pending_payment') => {
      const query = { search: refno, status }
      const { body } = await test.call(adminOrdersApi.list, { ...as, query })
      return [body.rows.length, body.total, body.counts.awaited, body.counts.pending_payment]
    }
    expect([await listed('awaited'), await listed('pending_payment')]).toEqual([
      [1, 1, 1, 0],
      [0, 0, 1, 0],
    ])
    // Polled once an hour, and mailed once.
    await reconcile(61_000)
    await reconcile(2 * HOUR_MS)
    expect(await mailsTo('echeck@example.org')).toEqual(['Your payment is on its way'])
    paypal.arrive(id)
    const told = await Promise.all([deliver(id), deliver(id)])
    expect(told.map(({ statusCode }) => statusCode)).toEqual([204, 204])
    expect([await statusOf(order), capturesOf(order).length]).toEqual(['paid', 1])
    expect((await shown(order)).awaited_until).toBeNull()
    expect(await mailsTo('echeck@example.org')).toEqual([
      'Your payment is on its way',
      'Your payment has arrived',
    ])
  })

  it('reopens the order and mails the customer if the bank refuses it', async () => {
    const { order, id } = await awaited('refused@example.org')
    expect(await mailsTo('refused@example.org')).toEqual(['Your payment is on its way'])
    test.advance(6 * DAY_MS)
    paypal.deny(id)
    // PayPal is down, so the webhook is sent again.
    paypal.misbehave('read', 'server_error', EVERY_TRY)
    expect((await deliver(id, { type: 'PAYMENT.CAPTURE.DENIED' })).statusCode).toBe(503)
    expect((await deliver(id, { type: 'PAYMENT.CAPTURE.DENIED' })).statusCode).toBe(204)
    expect((await deliver(id, { type: 'PAYMENT.CAPTURE.DENIED' })).statusCode).toBe(204)
    expect([await triesOf(order), await statusOf(order)]).toEqual([['declined'], 'pending_payment'])
    expect([await standing(order), (await shown(order)).awaited_until]).toEqual(['unpaid', null])
    expect(await mailsTo('refused@example.org')).toEqual([
      'Your payment is on its way',
      'Your bank has not paid',
    ])
    expect(await payByCard(order)).toEqual([200, 'success'])
  })

  it('is settled by the job without a webhook, and refunded if the order was cancelled', async () => {
    const first = await awaited('nowebhook@example.org')
    paypal.misbehave('read', 'drop_before', EVERY_TRY)
    await reconcile(2 * HOUR_MS)
    expect(await triesOf(first.order)).toEqual(['awaited'])
    paypal.arrive(first.id)
    await reconcile(2 * HOUR_MS)
    expect(await statusOf(first.order)).toBe('paid')
    const second = await awaited('cancelled@example.org')
    expect((await test.call(ordersApi.removeByKey, { body: { key: second.key } })).status).toBe(204)
    paypal.arrive(second.id)
    await reconcile(2 * HOUR_MS)
    await reconcile()
    expect(await triesOf(second.order)).toEqual(['refunded'])
    expect(refundsOf(second.order)).toMatchObject([{ amount: { value: '7.00' } }])
  })

  it('cancels the payment reminder', async () => {
    const email = 'meanwhile@example.org'
    const { body } = await test.call(ordersApi.store, {
      ip: ip(),
      body: {
        firstname: 'Zoë',
        lastname: 'Keller',
        email,
        lang: 'en',
        address: 'Rue 1',
        postcode: '1000',
        city: 'Lausanne',
        country: 'CH',
        amount: 1,
      },
    })
    const id = await create(body.order_info)
    paypal.approve(id, { money: 'later' })
    await execute({ refno: body.order_info.refno } as Order, id)
    await test.deps.database.query(
      `UPDATE pgboss.job SET start_after = now() - interval '1 second' WHERE name = 'mails'`,
    )
    expect(await mailsTo(email)).toEqual(['Your payment is on its way'])
  })
})

describe('a PayPal order that waits for its payer', () => {
  it('is the same for each page, and is replaced after a change of the amount', async () => {
    const key = randomUUID()
    const order = await createOrder(orm(), { request_id: key })
    const ids = await Promise.all(Array.from({ length: 5 }, () => create(order, 7)))
    expect(new Set(ids).size).toBe(1)
    expect(at(order)).toHaveLength(1)
    const body = { id: order.id, refno: order.refno, payment_amount: 10, key }
    await test.call(ordersApi.updatePaymentAmount, { body })
    // A page that still shows the first amount gets no payment to approve.
    expect(await create(order, 7)).toBe('amount_changed')
    expect(at(order)).toHaveLength(1)
    const second = await create(order, 10)
    expect(second).not.toBe(ids[0])
    paypal.approve(ids[0] ?? '')
    expect(await execute(order, ids[0] ?? '')).toEqual([402, 'payment_declined'])
    paypal.approve(second)
    expect(await execute(order, second)).toEqual([200, 'success'])
    expect(capturesOf(order)).toMatchObject([{ amount: { value: '10.00' } }])
  })

  it('is cancelled after hours without a call to PayPal', async () => {
    const order = await createOrder(orm())
    const id = await create(order)
    const calls = paypal.calls.length
    await reconcile(HOUR_MS)
    expect(await triesOf(order)).toEqual(['requires_action'])
    await reconcile(2.1 * HOUR_MS)
    expect(await triesOf(order)).toEqual(['cancelled'])
    expect(paypal.calls).toHaveLength(calls)
    paypal.approve(id)
    expect(await execute(order, id)).toEqual([402, 'payment_declined'])
    expect(capturesOf(order)).toEqual([])
  })

  it('is reused as long as there is time to approve it', async () => {
    const order = await createOrder(orm())
    const id = await create(order)
    test.advance(0.9 * HOUR_MS)
    expect(await create(order)).toBe(id)
    test.advance(0.2 * HOUR_MS)
    expect(await create(order)).not.toBe(id)
  })

  it('is cancelled if the order was paid by card before PayPal responded', async () => {
    const order = await createOrder(orm())
    const { arrived, goOn } = holdNext('create')
    const creating = create(order)
    await arrived
    const paid = await payByCard(order)
    goOn()
    expect([paid, await creating]).toEqual([[200, 'success'], 'payment_pending'])
    expect(await triesOf(order)).toEqual(['cancelled', 'succeeded'])
  })

  it('does not block a payment by card, nor a card payment PayPal', async () => {
    const { order, id } = await approved()
    expect(await payByCard(order)).toEqual([200, 'success'])
    expect(await execute(order, id)).toEqual([200, 'success'])
    expect(capturesOf(order)).toEqual([])

    const second = await createOrder(orm())
    expect(await payByCard(second, CARD_WITH_BANK)).toEqual([200, 'requires_action'])
    const other = await create(second)
    expect(await triesOf(second)).toEqual(['cancelled', 'requires_action'])
    expect(await payByCard(second, CARD_WITH_BANK)).toEqual([200, 'requires_action'])
    paypal.approve(other)
    expect(await execute(second, other)).toEqual([402, 'payment_declined'])
    paypal.approve(await create(second))
    expect(await execute(second, await create(second))).toEqual([200, 'success'])
    expect(capturesOf(second)).toHaveLength(1)
  })
})

it('an order is charged once when twenty pages pay at the same time, by card and with PayPal', async () => {
  const { order, id } = await approved()
  const pages = Array.from({ length: 20 }, (_, page) => {
    if (page % 3 === 0) return payByCard(order)
    return page % 3 === 1 ? execute(order, id) : create(order).then((code) => [200, code])
  })
  const answers = await Promise.all(pages)
  expect(answers.filter(([status]) => ![200, 402, 409].includes(Number(status)))).toEqual([])
  await reconcile()
  const byCard = (await triesOf(order)).filter((status) => status === 'succeeded').length
  expect([byCard, await statusOf(order)]).toEqual([1, 'paid'])
  const [paid] = await orm().select().from(orders).where(eq(orders.id, order.id))
  expect(capturesOf(order)).toHaveLength(paid?.payment_method === 'paypal' ? 1 : 0)
})

it('an order is charged once when twenty pages execute the same payment', async () => {
  const { order, id } = await approved()
  const answers = await Promise.all(Array.from({ length: 20 }, () => execute(order, id)))
  expect(answers.filter(([status]) => status !== 200 && status !== 409)).toEqual([])
  expect(answers).toContainEqual([200, 'success'])
  expect([capturesOf(order).length, await statusOf(order)]).toEqual([1, 'paid'])
})

describe("PayPal's webhook", () => {
  it('settles a payment that no page settled, and changes nothing if repeated, late or out of order', async () => {
    const { order, id } = await approved()
    expect((await deliver(id, { type: 'CHECKOUT.ORDER.APPROVED' })).statusCode).toBe(204)
    expect(capturesOf(order)).toEqual([])
    paypal.misbehave('capture', 'drop_after', EVERY_TRY)
    expect(await execute(order, id)).toEqual([409, 'payment_pending'])
    const types = ['PAYMENT.CAPTURE.COMPLETED', 'CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.DENIED']
    const eventTypes = [...types, ...types, 'INVOICING.INVOICE.PAID']
    const answers = await Promise.all(eventTypes.map((type) => deliver(id, { type })))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([204]))
    expect([capturesOf(order).length, await statusOf(order)]).toEqual([1, 'paid'])
    expect(await execute(order, id)).toEqual([200, 'success'])
  })

  it('does not allow another payment while the money is being captured', async () => {
    const { order, id } = await approved()
    const { arrived, goOn } = holdNext('capture')
    const paying = execute(order, id)
    await arrived
    await deliver(id, { type: 'CHECKOUT.ORDER.APPROVED' })
    const meanwhile = [await triesOf(order), await payByCard(order), await execute(order, id)]
    const anew = await create(order)
    goOn()
    expect([meanwhile, anew]).toEqual([
      [['started'], [409, 'payment_pending'], [409, 'payment_pending']],
      'payment_pending',
    ])
    expect(await paying).toEqual([200, 'success'])
  })

  it('is accepted only with a fresh signature of its own webhook', async () => {
    const { order, id } = await approved()
    paypal.misbehave('capture', 'drop_after', EVERY_TRY)
    await execute(order, id)
    const answers = await Promise.all([
      deliver(id, { forWebhook: 'WH-2' }),
      deliver(id, { changed: '!' }),
      deliver(id, { ageSeconds: 301 }),
      deliver(id, { ageSeconds: -301 }),
      deliver(id, { changed: '"}, "webhook_id": "WH-2", "x": {"y":"' }),
      test.app.inject({ method: 'POST', url: '/api/v1/webhooks/paypal', payload: {} }),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(400))
    expect(await statusOf(order)).toBe('pending_payment')
    await reconcile()
    expect(await statusOf(order)).toBe('paid')
  })

  it('also accepts the previous webhook id during a rotation', async () => {
    const { order, id } = await approved()
    paypal.misbehave('capture', 'drop_after', EVERY_TRY)
    await execute(order, id)
    expect((await deliver(id, { forWebhook: oldWebhookId })).statusCode).toBe(204)
    expect(await statusOf(order)).toBe('paid')
  })

  it('returns 503 if PayPal cannot be queried, so that the event is sent again', async () => {
    const { order, id } = await approved()
    paypal.misbehave('capture', 'drop_after', EVERY_TRY)
    await execute(order, id)
    paypal.misbehave('verify', 'server_error', EVERY_TRY)
    expect((await deliver(id)).statusCode).toBe(503)
    paypal.misbehave('read', 'drop_before', EVERY_TRY)
    expect((await deliver(id)).statusCode).toBe(503)
    expect((await deliver(id)).statusCode).toBe(204)
    expect([capturesOf(order).length, await statusOf(order)]).toEqual([1, 'paid'])
  })

  it('refunds a capture that came after the payment had ended', async () => {
    const { order, id } = await approved()
    expect(await payByCard(order)).toEqual([200, 'success'])
    // Our server never does this; it simulates a call that was under way for minutes.
    const url = `${paypal.url}/v2/checkout/orders/${id}/capture`
    const token = await fetch(`${paypal.url}/v1/oauth2/token`, { method: 'POST' })
    const { access_token } = (await token.json()) as { access_token: string }
    await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${access_token}` } })
    expect(capturesOf(order)).toHaveLength(1)
    await deliver(id)
    await reconcile()
    expect(await triesOf(order)).toEqual(['refunded', 'succeeded'])
    expect(refundsOf(order)).toMatchObject([{ amount: { value: '7.00' } }])
  })
})

describe('a failed connection to PayPal', () => {
  it('is retried under the same request id', async () => {
    const order = await createOrder(orm())
    paypal.misbehave('create', 'drop_after')
    const id = await create(order)
    paypal.approve(id)
    paypal.misbehave('capture', 'drop_after')
    expect(await execute(order, id)).toEqual([200, 'success'])
    expect([at(order).length, capturesOf(order).length]).toEqual([1, 1])
  })

  it('does not fail the payment if the access token has expired', async () => {
    const { order, id } = await approved()
    paypal.expireTokens()
    expect(await execute(order, id)).toEqual([200, 'success'])
    paypal.expireTokens()
    paypal.misbehave('token', 'server_error')
    const second = await createOrder(orm())
    expect(await create(second)).toBe('payment_unavailable')
    expect(await create(second)).toMatch(/^[0-9A-F]{16}$/)
  })

  const HOWS: PayPalMisbehaviour[] = [
    'drop_before',
    'drop_after',
    'server_error',
    'late',
    'twice',
    'no_json',
  ]
  const STEPS = ['create', 'read', 'capture'] as const
  it.each(STEPS.flatMap((step) => HOWS.map((how) => [how, step] as const)))(
    'on every try (%s, %s) leaves order and PayPal in agreement, and the order is paid once',
    async (how, step) => {
      const order = await createOrder(orm())
      paypal.misbehave(step, how, EVERY_TRY)
      let id = await create(order)
      if (step === 'create' && !['late', 'twice'].includes(how)) {
        expect(id).toBe('payment_unavailable')
        id = await create(order)
      }
      expect(at(order)).toHaveLength(1)
      paypal.approve(id)
      const [status, code] = await execute(order, id)
      if (status !== 200) {
        expect(code).toBe(step === 'read' ? 'payment_unavailable' : 'payment_pending')
        expect(await statusOf(order)).toBe('pending_payment')
      }
      await reconcile()
      if (step === 'read') await execute(order, id)
      expect([capturesOf(order).length, await statusOf(order)]).toEqual([1, 'paid'])
      expect(await execute(order, id)).toEqual([200, 'success'])
      expect(await triesOf(order)).toEqual(['succeeded'])
    },
  )

  it('during the creation of a payment does not block a payment by card', async () => {
    const order = await createOrder(orm())
    paypal.misbehave('create', 'drop_after', EVERY_TRY)
    expect(await create(order)).toBe('payment_unavailable')
    expect(await payByCard(order)).toEqual([200, 'success'])
    const left = await createOrder(orm())
    paypal.misbehave('create', 'drop_after', EVERY_TRY)
    await create(left)
    await reconcile()
    expect(await triesOf(left)).toEqual(['cancelled'])
  })

  it('while the customer cancels leaves no charge, or refunds it', async () => {
    const [before, after] = [await approved(), await approved()]
    paypal.misbehave('capture', 'drop_before', EVERY_TRY)
    expect(await execute(before.order, before.id)).toEqual([409, 'payment_pending'])
    paypal.misbehave('capture', 'drop_after', EVERY_TRY)
    expect(await execute(after.order, after.id)).toEqual([409, 'payment_pending'])
    for (const { order } of [before, after]) {
      await orm().update(orders).set({ status: 'cancelled' }).where(eq(orders.id, order.id))
    }
    await reconcile()
    expect([await triesOf(before.order), await triesOf(after.order)]).toEqual([
      ['started'],
      ['refund_due'],
    ])
    paypal.misbehave('refund', 'drop_after', EVERY_TRY)
    await reconcile()
    await reconcile(3 * HOUR_MS)
    expect([await triesOf(before.order), await triesOf(after.order)]).toEqual([
      ['cancelled'],
      ['refunded'],
    ])
    expect([capturesOf(before.order), refundsOf(after.order).length]).toEqual([[], 1])
  })
})

describe('a refund or dispute that starts at PayPal', () => {
  /** An event about something other than the order or its capture; three days old by default. */
  function tell(event_type: string, resource: object, ageDays = 3) {
    const text = JSON.stringify({ event_type, resource })
    const time = new Date(test.deps.clock().getTime() - ageDays * DAY_MS)
    return test.app.inject({
      method: 'POST',
      url: '/api/v1/webhooks/paypal',
      headers: {
        'content-type': 'application/json',
        ...paypal.sign(text, { webhookId, at: time }),
      },
      payload: text,
    })
  }
  const booksOf = async ({ id }: Order) => ({
    refunds: (await orm().select().from(refunds).where(eq(refunds.order_id, id))).map(
      ({ amount_cents, status }) => [amount_cents, status],
    ),
    disputes: (await orm().select().from(disputes).where(eq(disputes.order_id, id))).map(
      ({ amount_cents, status, withheld }) => [amount_cents, status, withheld],
    ),
  })
  async function paid() {
    const { order, id } = await approved()
    await execute(order, id)
    return { order, id, capture: capturesOf(order)[0]?.id ?? '' }
  }
  const money = (value: string) => ({ currency_code: 'CHF', value })

  it.each(['PAYMENT.CAPTURE.REFUNDED', 'PAYMENT.CAPTURE.REVERSED'])(
    'is booked once, however often it is reported (%s)',
    async (type) => {
      const { order, id } = await paid()
      const { id: ref, capture } = paypal.refundOutside(id, '3.00')
      const href = `https://api.paypal.com/v2/payments/captures/${capture}`
      const resource = {
        id: ref,
        status: 'COMPLETED',
        amount: money('3.00'),
        links: [{ rel: 'up', href }],
      }
      expect((await tell(type, resource)).statusCode).toBe(204)
      expect((await tell(type, resource)).statusCode).toBe(204)
      expect((await tell(type, resource, 5)).statusCode).toBe(400)
      expect(await booksOf(order)).toEqual({ refunds: [[300, 'succeeded']], disputes: [] })
    },
  )

  it('withholds the disputed money until the dispute ends, whatever arrives late', async () => {
    const { order, capture } = await paid()
    const dispute = {
      dispute_id: `PP-${capture}`,
      status: 'OPEN',
      reason: 'UNAUTHORISED',
      dispute_amount: money('7.00'),
      disputed_transactions: [{ seller_transaction_id: capture }],
    }
    await tell('CUSTOMER.DISPUTE.CREATED', dispute)
    expect((await booksOf(order)).disputes).toEqual([[700, 'open', true]])
    const outcome = { status: 'RESOLVED', dispute_outcome: { outcome_code: 'CANCELED_BY_BUYER' } }
    await tell('CUSTOMER.DISPUTE.RESOLVED', { ...dispute, ...outcome })
    await tell('CUSTOMER.DISPUTE.UPDATED', dispute)
    expect((await booksOf(order)).disputes).toEqual([[700, 'won', false]])
  })

  it('is ignored if the payment is unknown', async () => {
    const resource = { id: 'ELSEWHERE', status: 'COMPLETED', amount: money('3.00') }
    expect((await tell('PAYMENT.CAPTURE.REFUNDED', resource)).statusCode).toBe(204)
    const dispute = {
      dispute_id: 'PP-1',
      dispute_amount: money('3.00'),
      disputed_transactions: [{ seller_transaction_id: 'ELSEWHERE' }],
    }
    expect((await tell('CUSTOMER.DISPUTE.CREATED', dispute)).statusCode).toBe(204)
  })
})

describe('a wrong response of PayPal', () => {
  it.each(['wrong_amount', 'wrong_currency'] as const)(
    '(%s) does not pay the order',
    async (how) => {
      const first = await createOrder(orm())
      paypal.misbehave('create', how)
      expect(await create(first)).toBe('payment_unavailable')

      const { order, id } = await approved()
      paypal.misbehave('read', how)
      expect(await execute(order, id)).toEqual([402, 'payment_declined'])
      expect(capturesOf(order)).toEqual([])
      paypal.misbehave('capture', how)
      expect(await execute(order, id)).toEqual([409, 'payment_pending'])
      expect([await triesOf(order), await statusOf(order)]).toEqual([
        ['mismatch'],
        'pending_payment',
      ])
      expect(await payByCard(order)).toEqual([409, 'payment_pending'])
    },
  )
})
