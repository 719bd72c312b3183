import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createOrder,
  createUser,
  keepProved,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { audit_log } from '#features/people/audit/tables.ts'
import { bankStatementsApi } from '#features/shop/orders/bank-statements/contract.admin.ts'
import { PRODUCT_ID, RESELLER_TIERS } from '#features/shop/orders/products/pricing.ts'
import { products } from '#features/shop/orders/products/tables.ts'
import { paymentsApi } from '#features/shop/payments/contract.ts'
import { reconcilePayments } from '#features/shop/payments/server/reconciling.ts'
import { createSandbox } from '#features/shop/payments/server/sandbox.ts'
import { payments, refunds, sandbox_payments } from '#features/shop/payments/tables.ts'
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { CSV_MARK } from '#platform/shared/input/csv.ts'
import { cashBookApi } from '../../cash-book/contract.admin.ts'
import { adminOrdersApi, type Correction } from '../../contract.admin.ts'
import { ordersApi } from '../../contract.ts'
import { REMINDER_PAUSE_DAYS } from '../../corrections.ts'
import { refundsApi } from '../../paying/contract.admin.ts'
import { formatRefno } from '../../refno.ts'
import { order_events, orders } from '../../tables.ts'

let test: TestApp
let admin: TestUser
beforeAll(async () => {
  test = await createTestApp()
  admin = await keepProved(orm(), await createUser(orm(), { role_id: 3 }))
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
type Order = Awaited<ReturnType<typeof createOrder>>
let people = 0
/** An unpaid order of two sheets at 7.00, with its own address. */
const order = (fields: Parameters<typeof createOrder>[1] = {}) =>
  createOrder(orm(), {
    amount: 2,
    price_cents: 1400,
    email: `corrected${people++}@example.org`,
    ...fields,
  })
const whole = async ({ id }: Order) =>
  (await test.call(adminOrdersApi.byId, { query: { id }, as: admin.token })).body
const versionOf = async (of: Order) => (await whole(of)).version
const correct = async (of: Order, correction: Correction, version?: number) =>
  test.call(adminOrdersApi.correct, {
    body: { id: of.id, version: version ?? (await versionOf(of)), ...correction },
    as: admin.token,
  })
const go = async (step: 'ship' | 'unship' | 'cancel' | 'remind', of: Order, version?: number) =>
  test.call(adminOrdersApi[step], {
    body: { id: of.id, version: version ?? (await versionOf(of)) },
    as: admin.token,
  })
/** The server's date; some tests advance its clock. */
const today = () => test.deps.clock().toISOString().slice(0, 10)
let networks = 0
const ip = () => `10.21.${(networks >> 8) & 255}.${networks++ & 255}`
const charge = ({ refno }: Order, amount?: number) =>
  test.call(paymentsApi.chargePayment, {
    ip: ip(),
    body: {
      stripeToken: 'tok_visa',
      orderRefno: refno,
      ...(amount !== undefined && { payment_amount: amount }),
    },
  })
const transfer = ({ id }: Order, amount: number) =>
  test.call(bankStatementsApi.recordPayment, {
    body: { id, amount, received_on: today() },
    as: admin.token,
  })
const giveBack = ({ id }: Order, amount: number, request_id = randomUUID()) =>
  test.call(refundsApi.refund, { body: { id, amount, request_id }, as: admin.token })
async function reconcile() {
  test.advance(61_000)
  await reconcilePayments(test.deps, [createSandbox(orm())])
}
const mailsTo = async ({ email }: Order) =>
  (await test.mails()).flatMap(({ recipient, subject, text }) =>
    recipient === email ? [{ subject, text: text.replaceAll('\u00a0', ' ') }] : [],
  )
const subjectsTo = async (of: Order) => (await mailsTo(of)).map(({ subject }) => subject)
const money = async (of: Order) => {
  const { to_pay, to_give_back, refunded, payment_amount, attention } = await whole(of)
  return { to_pay, to_give_back, refunded, payment_amount, attention }
}

describe('the correction of an order', () => {
  it('is for administrators, and reports invalid fields', async () => {
    const of = await order()
    const user = await createUser(orm())
    const as = async (token?: string) => {
      const body = { id: of.id, version: 0, city: 'Bern' }
      return (await test.call(adminOrdersApi.correct, { body, ...(token && { as: token }) })).status
    }
    expect([await as(), await as(user.token)]).toEqual([404, 404])
    expect((await correct(of, { amount: 6 })).status).toBe(422)
    expect((await correct(of, { donation: 90 })).status).toBe(422)
    expect((await correct(of, { city: '' })).status).toBe(422)
    expect((await correct(of, { city: 'Bern' }, 7)).error.code).toBe('changed_meanwhile')
  })

  it('before payment gets its price from the server, is recorded field by field and mailed', async () => {
    const of = await order()
    const { status, body } = await correct(of, { amount: 3, city: 'Bern', lastname: 'Neu' })
    expect([status, body.payment_amount, body.to_pay, body.city]).toEqual([200, 21, 21, 'Bern'])
    expect(body.history.at(-1)?.corrected).toEqual([
      { field: 'lastname', before: 'Muster', after: 'Neu' },
      { field: 'city', before: 'Zürich', after: 'Bern' },
      { field: 'amount', before: 2, after: 3 },
    ])
    const [mail] = await mailsTo(of)
    expect(mail?.text).toContain('Bern statt Zürich')
    expect(mail?.text).toContain('CHF 21.00')
    expect(mail?.text).toContain(`/order/payment?orderId=${of.id}`)
    const [act] = await orm().select().from(audit_log).where(eq(audit_log.subject_id, of.id))
    expect([act?.verb, act?.after]).toEqual([
      'correct',
      { address: '…', sheets: 3, amount: 21, currency: 'CHF' },
    ])
    // Without differences, nothing is stored and no mail is sent.
    expect((await correct(of, { amount: 3 })).body.version).toBe(body.version)
    expect(await mailsTo(of)).toHaveLength(1)
    expect((await charge(of, 14)).error.code).toBe('amount_changed')
    expect((await charge(of, 21)).body.status).toBe('success')
  })

  it('shows a donation in the currency that it had, in the mail and in the history', async () => {
    const of = await order()
    await correct(of, { donation: 1 })
    await correct(of, { country: 'DE', donation: 2 })
    const { history } = await whole(of)
    expect(history.slice(-2).map((event) => event.corrected_currency)).toEqual([
      { before: 'CHF', after: 'CHF' },
      { before: 'CHF', after: 'EUR' },
    ])
    const told = (await mailsTo(of)).map(({ text }) => text).join()
    expect(told).toContain('Spende: CHF 1.00 statt CHF 0.00')
    expect(told).toContain('Land: Deutschland statt Schweiz')
    expect(told).toContain('Spende: EUR 2.00 statt CHF 1.00')
  })

  it('changes the currency with the country before payment, but not after it', async () => {
    const of = await order()
    expect((await correct(of, { country: 'DE' })).body.payment_currency).toBe('EUR')
    await charge(of)
    expect((await correct(of, { country: 'CH' })).status).toBe(422)
    expect((await correct(of, { country: 'FR' })).body.country).toBe('FR')
  })

  it('keeps no personal data once the account is deleted', async () => {
    const { id: user_id, token } = await createUser(orm())
    const of = await order({ user_id, status: 'paid' })
    await correct(of, { city: 'Bern', amount: 1 })
    expect((await test.call(accountsApi.remove, { as: token })).status).toBe(204)
    const { history } = await whole(of)
    expect(history.at(-1)?.corrected).toEqual([{ field: 'amount', before: 2, after: 1 }])
  })

  it('that raises a paid price requires the difference, once, before shipping', async () => {
    const of = await order()
    await charge(of)
    await correct(of, { amount: 3 })
    expect(await money(of)).toMatchObject({ to_pay: 7, payment_amount: 21, attention: false })
    const [, mail] = await mailsTo(of)
    expect(mail?.text).toContain('CHF 7.00')
    expect((await go('ship', of)).error.code).toBe('wrong_status')
    const { body } = await test.call(ordersApi.loadById, { query: { order_id: of.id } })
    expect([body.to_pay, body.order_status.name]).toEqual([7, 'paid'])
    expect((await charge(of, 21)).error.code).toBe('amount_changed')
    const both = await Promise.all([charge(of, 7), charge(of, 7)])
    expect(both.some(({ status }) => status === 200)).toBe(true)
    expect((await charge(of)).body.status).toBe('success')
    const taken = await orm()
      .select()
      .from(sandbox_payments)
      .where(eq(sandbox_payments.refno, of.refno))
    expect(taken.reduce((sum, { charges, amount_cents }) => sum + charges * amount_cents, 0)).toBe(
      2100,
    )
    expect(await money(of)).toMatchObject({ to_pay: 0, refunded: 0 })
    expect((await go('ship', of)).status).toBe(200)
    expect((await correct(of, { city: 'Bern' })).error.code).toBe('wrong_status')
  })

  it('that raises the price can be paid by bank, to the cent', async () => {
    const of = await order()
    await transfer(of, 14)
    await correct(of, { amount: 4 })
    expect((await transfer(of, 13)).status).toBe(422)
    expect((await transfer(of, 15)).status).toBe(422)
    expect((await transfer(of, 14)).status).toBe(200)
    expect((await transfer(of, 14)).error.code).toBe('not_payable')
    expect(await money(of)).toMatchObject({ to_pay: 0, payment_amount: 28 })
  })

  it('that lowers the price is refunded through the provider, once', async () => {
    const of = await order()
    await charge(of)
    const version = await versionOf(of)
    const twice = await Promise.all([
      correct(of, { amount: 1 }, version),
      correct(of, { amount: 1 }, version),
    ])
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
    await reconcile()
    await reconcile()
    expect(await money(of)).toMatchObject({ to_pay: 0, to_give_back: 0, refunded: 7 })
    const [books] = await orm()
      .select()
      .from(sandbox_payments)
      .where(eq(sandbox_payments.refno, of.refno))
    expect(books?.refunds).toBe(1)
    expect(await subjectsTo(of)).toHaveLength(3)
  })

  it('of an order paid in two ways says once how much was overpaid and by which ways it returns', async () => {
    const of = await order()
    await transfer(of, 14)
    await correct(of, { amount: 3 })
    await charge(of, 7)
    await correct(of, { amount: 1 })
    const told = (await mailsTo(of)).map(({ text }) => text).join()
    expect(told.match(/zu viel bezahlt/g)).toHaveLength(1)
    expect(told.replaceAll(/\s+/g, ' ')).toContain(
      'Du hast CHF 14.00 zu viel bezahlt. Davon gehen CHF 7.00 auf dem Weg zurück, auf dem sie kamen, und CHF 7.00 überweisen wir dir.',
    )
  })

  it('that lowers a price paid by bank needs attention until an admin has refunded it', async () => {
    const of = await order()
    await transfer(of, 14)
    await correct(of, { amount: 1 })
    expect(await money(of)).toMatchObject({ to_give_back: 7, attention: true, refunded: 0 })
    const request = randomUUID()
    await Promise.all([giveBack(of, 7, request), giveBack(of, 7, request)])
    expect(await money(of)).toMatchObject({ to_give_back: 0, attention: false, refunded: 7 })
    expect((await whole(of)).refundable).toBe(7)
  })

  it('is refused while a payment may be under way, and that payment pays its own amount', async () => {
    const of = await order()
    const { body } = await test.call(paymentsApi.chargePayment, {
      ip: ip(),
      body: { stripeToken: 'tok_threeDSecure2Required', orderRefno: of.refno },
    })
    expect((await correct(of, { amount: 3 })).error.code).toBe('payment_pending')
    expect((await correct(of, { city: 'Bern' })).status).toBe(200)
    if (body.status !== 'requires_action')
      throw new Error('Unexpected payment without confirmation')
    const { client_secret } = body
    await test.call(paymentsApi.confirmSandbox, { body: { client_secret, approve: true } })
    const ended = reconcile()
    const corrected = await correct(of, { amount: 3 })
    await ended
    // Money and order agree, whichever call won.
    const { order_status, to_pay } = await whole(of)
    expect([order_status.name, to_pay]).toEqual(['paid', corrected.status === 200 ? 7 : 0])
  })

  it('of an order that is then cancelled is refunded by the ways that the money came', async () => {
    const of = await order()
    await transfer(of, 14)
    await correct(of, { amount: 3 })
    await charge(of, 7)
    await go('cancel', of)
    expect(await money(of)).toMatchObject({ to_pay: 0, attention: true })
    const { body } = await giveBack(of, 21)
    expect([body.refund.amount, body.refunded, body.refundable]).toEqual([21, 21, 0])
    const rows = await orm().select().from(refunds).where(eq(refunds.order_id, of.id))
    expect(rows.map(({ amount_cents, payment_id }) => [amount_cents, payment_id !== null])).toEqual(
      expect.arrayContaining([
        [700, true],
        [1400, false],
      ]),
    )
    expect((await whole(of)).attention).toBe(false)
  })
})

describe('the quoted cost of a correction', () => {
  const ask = (
    of: Order,
    query: { amount?: string; donation?: string; country?: string },
    as = admin,
  ) => test.call(adminOrdersApi.correctionCost, { query: { id: of.id, ...query }, as: as.token })

  it('is returned before payment, and the call changes nothing', async () => {
    const of = await order()
    const version = await versionOf(of)
    const { body } = await ask(of, { amount: '3', donation: '1.5' })
    expect(body).toEqual({
      currency: 'CHF',
      before: 14,
      total: 22.5,
      paid: 0,
      to_pay: 22.5,
      returning: 0,
      to_give_back: 0,
    })
    expect((await ask(of, { country: 'DE' })).body).toMatchObject({ currency: 'EUR', to_pay: 14 })
    expect([await versionOf(of), await mailsTo(of)]).toEqual([version, []])
    expect(await money(of)).toMatchObject({ payment_amount: 14 })
  })

  it.each([
    ['dearer', [14, 0], '3', { total: 21, paid: 14, to_pay: 7, returning: 0, to_give_back: 0 }],
    ['dearer by bank', [0, 14], '3', { paid: 14, to_pay: 7, returning: 0, to_give_back: 0 }],
    ['cheaper', [14, 0], '1', { total: 7, paid: 14, to_pay: 0, returning: 7, to_give_back: 0 }],
    ['cheaper by bank', [0, 14], '1', { paid: 14, to_pay: 0, returning: 0, to_give_back: 7 }],
  ] as const)('%s: is what the correction then does', async (_, [charged, wired], amount, told) => {
    const of = await order()
    if (charged) await charge(of)
    if (wired) await transfer(of, wired)
    const { body } = await ask(of, { amount })
    expect(body).toMatchObject(told)
    await correct(of, { amount: Number(amount) })
    await reconcile()
    const { to_pay, to_give_back, payment_amount, refunded } = await money(of)
    expect({ to_pay, to_give_back, total: payment_amount, returning: refunded }).toEqual({
      to_pay: body.to_pay,
      to_give_back: body.to_give_back,
      total: body.total,
      returning: body.returning,
    })
  })

  it('includes payments by both ways and the amounts that an earlier correction left open', async () => {
    const of = await order()
    await transfer(of, 14)
    await correct(of, { amount: 3 })
    expect((await ask(of, { amount: '2' })).body).toMatchObject({ to_pay: 0, returning: 0 })
    await charge(of, 7)
    const { body } = await ask(of, { amount: '1' })
    expect(body).toMatchObject({ paid: 21, to_pay: 0 })
    expect(body.returning + body.to_give_back).toBe(14)
    await correct(of, { amount: 1 })
    await reconcile()
    expect(await money(of)).toMatchObject({
      refunded: body.returning,
      to_give_back: body.to_give_back,
    })
  })

  it('is binding: if the price has changed since, nothing is corrected and the new cost is returned', async () => {
    const of = await order({
      product_id: PRODUCT_ID.reseller,
      amount: 20,
      piece_cents: 450,
      price_cents: 9000,
    })
    const { body: shown } = await ask(of, { amount: '30' })
    const setTiers = (tier_cents: number[] | null) =>
      orm().update(products).set({ tier_cents }).where(eq(products.id, of.product_id))
    await setTiers(RESELLER_TIERS.map(({ cents }) => cents + 100))
    const version = await versionOf(of)
    const send = (body: object, as = admin) =>
      test.call(adminOrdersApi.correct, {
        body: { id: of.id, version, amount: 30, ...body },
        as: as.token,
      })
    const refused = await send({ payment_amount: shown.total, payment_currency: shown.currency })
    expect([refused.status, refused.error.code]).toEqual([409, 'amount_changed'])
    const { current } = refused.error
    expect(current).toEqual({ ...shown, total: shown.total + 30, to_pay: shown.to_pay + 30 })
    expect((await send({ payment_currency: 'EUR' })).error.code).toBe('amount_changed')
    const shipper = await createUser(orm(), { tasks: ['shipping'] })
    const seen = await send({ payment_amount: shown.total }, shipper)
    expect(seen.error.current).toMatchObject({ paid: null })
    expect([await versionOf(of), await mailsTo(of)]).toEqual([version, []])
    const { status, body } = await send({ payment_amount: shown.total + 30 })
    expect([status, body.payment_amount]).toEqual([200, shown.total + 30])
    await setTiers(null)
  })

  it('is refused if the correction would be refused', async () => {
    const of = await order()
    expect((await ask(of, { amount: '6' })).error.code).toBe('validation')
    expect((await ask(of, { donation: '90' })).error.code).toBe('validation')
    await test.call(paymentsApi.chargePayment, {
      ip: ip(),
      body: { stripeToken: 'tok_threeDSecure2Required', orderRefno: of.refno },
    })
    expect((await ask(of, { amount: '3' })).error.code).toBe('payment_pending')
    const shipped = await order({ status: 'processed' })
    expect((await ask(shipped, { amount: '3' })).error.code).toBe('wrong_status')
    const elsewhere = { ...of, id: randomUUID() }
    expect((await ask(elsewhere, { amount: '3' })).error.code).toBe('not_found')
  })
})

describe('undoing a shipment', () => {
  it('is possible for a day and sends a mail', async () => {
    const of = await order()
    await charge(of)
    await go('ship', of)
    const { unship_until } = await whole(of)
    expect(Date.parse(unship_until ?? '') - Date.now()).toBeGreaterThan(23 * HOUR_MS)
    const { body } = await go('unship', of)
    expect([body.order_status.name, body.unship_until]).toEqual(['paid', null])
    expect(await subjectsTo(of)).toContain('Deine Bestellung ist doch noch bei uns')
    expect((await go('unship', of)).error.code).toBe('wrong_status')
    await go('ship', of)
    test.advance(DAY_MS + 1000)
    expect((await whole(of)).unship_until).toBeNull()
    expect((await go('unship', of)).error.code).toBe('wrong_status')
  })
})

describe('a reminder of a payment', () => {
  it('is sent at most once per pause, to unpaid orders only, with a link to pay', async () => {
    const of = await order()
    const version = await versionOf(of)
    const twice = await Promise.all([go('remind', of, version), go('remind', of, version)])
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await go('remind', of)).error.code).toBe('reminded_lately')
    const [mail, ...others] = await mailsTo(of)
    expect([others.length, mail?.subject]).toEqual([
      0,
      'Deine Bestellung wartet noch auf die Zahlung',
    ])
    expect(mail?.text).toContain(`/order/payment?orderId=${of.id}`)
    test.advance(REMINDER_PAUSE_DAYS * DAY_MS)
    expect((await go('remind', of)).status).toBe(200)
    await charge(of)
    test.advance(REMINDER_PAUSE_DAYS * DAY_MS)
    expect((await go('remind', of)).error.code).toBe('wrong_status')
  })

  it('can be sent for several orders at once, with an outcome for each', async () => {
    const [unpaid, reminded] = [await order(), await order()]
    const paid = await order({ status: 'paid' })
    await go('remind', reminded)
    const changes = await Promise.all(
      [unpaid, reminded, paid].map(async (of) => ({ id: of.id, version: await versionOf(of) })),
    )
    const body = { act: 'remind', orders: changes } as const
    const { results } = (await test.call(adminOrdersApi.bulk, { body, as: admin.token })).body
    expect(results.map(({ outcome }) => outcome)).toEqual([
      'done',
      'reminded_lately',
      'wrong_status',
    ])
  })
})

function fileAt(path: string) {
  const headers = { authorization: `Bearer ${admin.token}` }
  return test.app.inject({ url: API_BASE + path, headers })
}

async function linesOf(path: string): Promise<string[]> {
  const { body } = await fileAt(path)
  return body.replace(CSV_MARK, '').split('\r\n')
}

describe('the cash book', () => {
  const book = async (month = today().slice(0, 7)) =>
    (await test.call(cashBookApi.cashBook, { query: { month }, as: admin.token })).body
  const later = (month: string) => {
    const [year = 0, number = 1] = month.split('-').map(Number)
    return new Date(Date.UTC(year, number)).toISOString().slice(0, 7)
  }

  it('returns 404 to a visitor and 400 for an invalid month', async () => {
    const query = { month: '2026-11' }
    expect((await test.call(cashBookApi.cashBook, { query })).status).toBe(404)
    expect((await test.call(cashBookApi.cashBookExport, { query })).status).toBe(404)
    const wrong = { query: { month: '2026-13' }, as: admin.token }
    expect((await test.call(cashBookApi.cashBook, wrong)).status).toBe(400)
  })

  it('agrees with the orders to the cent, whatever happened to them', async () => {
    const step = fc.oneof(
      fc.record({ act: fc.constant('correct'), amount: fc.integer({ min: 1, max: 5 }) }),
      fc.record({
        act: fc.constantFrom('card', 'bank', 'back', 'reconcile'),
        amount: fc.constant(1),
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
        const of = await order({ product_id: PRODUCT_ID.stickerPack })
        for (const { act, amount } of steps) {
          const { to_pay, to_give_back } = await whole(of)
          if (act === 'correct') await correct(of, { amount })
          else if (act === 'card' && to_pay > 0) await charge(of)
          else if (act === 'bank' && to_pay > 0) await transfer(of, to_pay)
          else if (act === 'back' && to_give_back > 0) await giveBack(of, to_give_back)
          else if (act === 'reconcile') await reconcile()
        }
        await reconcile()
        const [row] = await orm().select().from(orders).where(eq(orders.id, of.id))
        const [gone] = await orm()
          .select({ cents: sql<number>`coalesce(sum(${refunds.amount_cents}), 0)::int` })
          .from(refunds)
          .where(eq(refunds.order_id, of.id))
        const [events] = await orm()
          .select({
            cents: sql<number>`coalesce(sum(${order_events.received_cents}), 0)::int`,
          })
          .from(order_events)
          .where(eq(order_events.order_id, of.id))
        if (!row || !gone || !events) throw new Error('Unexpected: no order')
        const isPaid = row.status === 'paid'
        expect(row.paid_cents).toBe(events.cents)
        // Held money plus the open amount equals the price.
        expect(row.paid_cents - gone.cents + row.owing_cents).toBe(isPaid ? row.price_cents : 0)
        const moved = (await book()).movements.filter(({ order_id }) => order_id === of.id)
        const sum = moved.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0)
        expect(sum).toBe(row.paid_cents - gone.cents)
      }),
      { numRuns: 10 },
    )
    const now = await book()
    const cents = (amount: number) => Math.round(amount * 100)
    const net = (of: { received: number; given_back: number; currency: string }[]) =>
      of.reduce((sum, each) => sum + cents(each.received) - cents(each.given_back), 0)
    expect(net(now.kinds)).toBe(net(now.ways))
    for (const way of now.ways) {
      const { opening, received, given_back, closing } = way
      expect(cents(closing)).toBe(cents(opening) + cents(received) - cents(given_back))
    }
    const next = await book(later(today().slice(0, 7)))
    for (const { way, currency, closing } of now.ways) {
      const opening = next.ways.find((each) => each.way === way && each.currency === currency)
      expect(opening?.opening).toBe(closing)
    }
  })

  it('lists donations separately, also for a whole year, and its export uses the reader’s language and decimals', async () => {
    const of = await order()
    const record = (amount: number, received_on: string) =>
      test.call(bankStatementsApi.recordPayment, {
        body: { id: of.id, amount, received_on, note: 'from the aunt' },
        as: admin.token,
      })
    expect((await record(20.5, '2024-02-04')).status).toBe(200)
    const inFebruary = await book('2024-02')
    expect(inFebruary.movements).toMatchObject([
      { amount: 20.5, donation: 6.5, name: 'Ada Muster', reference: 'from the aunt' },
    ])
    expect(inFebruary.kinds).toMatchObject([{ received: 20.5, given_back: 0, donations: 6.5 }])
    const year = await book('2024')
    expect(year.movements).toEqual(inFebruary.movements)
    expect((await book('2023')).movements).toEqual([])
    const path = '/admin/orders/cashBook/export?month=2024&lang=de&decimal=comma'
    const { 'content-disposition': name } = (await fileAt(path)).headers
    expect(name).toBe('attachment; filename="Kassenbuch-2024.csv"')
    const lines = await linesOf(path)
    expect(lines[0]).toBe(
      'Buchung;Tag;Weg;Währung;Betrag;davon Spende;Stand danach;Bestellung;Wer bestellt hat;Produkt;Referenz',
    )
    expect(lines).toContain(
      `Eingang;2024-02-04;Bank;CHF;20,5;6,5;20,5;${formatRefno(of.refno)};Ada Muster;Stickerbogen;from the aunt`,
    )
  })

  it('a partial refund while a correction awaits money raises the amount to pay', async () => {
    const of = await order()
    await charge(of)
    await correct(of, { amount: 4 })
    expect((await whole(of)).to_pay).toBe(14)
    await giveBack(of, 5)
    expect((await whole(of)).to_pay).toBe(19)
    await giveBack(of, 9)
    expect(await whole(of)).toMatchObject({ to_pay: 0, is_refunded: true })
  })

  it('shows a payment that came too late for its order, and its refund', async () => {
    const of = await order({ status: 'cancelled' })
    const late = { provider: 'sandbox', amount_cents: 1400, currency: 'CHF' } as const
    await orm()
      .insert(payments)
      .values({ ...late, order_id: of.id, proof_hash: 'late', status: 'refunded' })
    const { movements } = await book(new Date().toISOString().slice(0, 7))
    const own = movements.filter(({ order_id }) => order_id === of.id)
    expect(own.map(({ amount }) => amount)).toEqual([14, -14])
  })

  it('is exported with formulas escaped, and matches the export of the orders', async () => {
    const of = await order()
    await test.call(bankStatementsApi.recordPayment, {
      body: { id: of.id, amount: 14, received_on: '2026-03-04', note: '=1+1' },
      as: admin.token,
    })
    const lines = await linesOf('/admin/orders/cashBook/export?month=2026-03')
    const bank = (await book('2026-03')).ways.find(
      ({ way, currency }) => way === 'bank' && currency === 'CHF',
    )
    const held = bank?.closing
    expect(held).toBe((bank?.opening ?? 0) + 14)
    const cellsOfPayment = `payment;2026-03-04T12:00:00.000Z;bank;CHF;14;0;${held};${of.refno}`
    expect(lines).toContain(`${cellsOfPayment};Ada Muster;1;'=1+1`)
    expect(lines).toContain(`closing;;bank;CHF;;;${held};;;;`)
    await correct(of, { amount: 1 })
    await giveBack(of, 7)
    const [head = '', line = ''] = await linesOf(`/admin/orders/export?search=${of.refno}`)
    const names = head.split(';')
    const cells = line.split(';')
    const cell = (name: string) => cells[names.indexOf(name)]
    expect(['paid_on', 'paid', 'payment_reference', 'refunded', 'to_pay'].map(cell)).toEqual([
      '2026-03-04',
      '14',
      "'=1+1",
      '7',
      '0',
    ])
    expect(cell('refunded_on')).toMatch(/^20\d\d-\d\d-\d\d$/)
  })
})
