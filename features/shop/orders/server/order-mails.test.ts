import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOrder, createUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { refunds } from '#features/shop/payments/tables.ts'
import { queued_mails } from '#platform/server/mail/tables.ts'
import type { Language } from '#platform/shared/languages.ts'
import { ordersApi } from '../contract.ts'
import type { OrderStatus } from '../order-steps.ts'
import { formatRefno } from '../refno.ts'
import { orders } from '../tables.ts'
import { changeStatus, markPaid } from './changing.ts'
import { tellRefunded } from './mailing.ts'
import { lockOrder } from './orders.queries.ts'

const ADDRESS = { address: 'Langstrasse 94', postcode: '8004', city: 'Zürich', country: 'CH' }

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({
    config: { publicUrl: 'https://lend.example', adminEmail: 'office@lend.example' },
  })
  await createOrder(orm())
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
let people = 0
const newEmail = () => `buyer${people++}@example.org`

/** The mails sent to an address so far. */
const mailsTo = async (email: string) =>
  (await test.mails()).filter(({ recipient }) => recipient === email)
const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject)
/** Makes delayed mails due now. */
const makeDue = () =>
  test.deps.database.query(
    `UPDATE pgboss.job SET start_after = now() - interval '1 second' WHERE name = 'mails'`,
  )

async function store(fields: object = {}, as?: string) {
  const email = newEmail()
  const key = crypto.randomUUID()
  const person = { firstname: 'Zoë', lastname: 'Keller', email, ...ADDRESS }
  const { status, body } = await test.call(ordersApi.store, {
    ...(as ? { as } : { ip: `10.11.0.${people & 255}` }),
    body: { ...person, amount: 2, request_id: key, ...fields },
  })
  expect(status).toBe(201)
  return { email, order: body.order_info, key }
}

/** Moves an order to a state, as the staff would. */
const move = (id: string, status: OrderStatus) =>
  orm().transaction(async (tx) => {
    const full = await lockOrder(tx, id)
    const by = { actor: 'admin', user_id: null, now: new Date() } as const
    return full ? changeStatus(tx, test.deps, full, status, by) : false
  })
const pay = (id: string, amount_cents: number) =>
  orm().transaction(async (tx) => {
    const full = await lockOrder(tx, id)
    const by = { actor: 'payment', user_id: null, now: new Date() } as const
    const payment = { amount_cents, method: 'stripe' } as const
    return full ? markPaid(tx, test.deps, full, payment, by) : false
  })

describe('a stored order', () => {
  it('sends a payment reminder after a while, with the amount owed by then', async () => {
    const { email, order, key } = await store({ lang: 'en', donation: 1 })
    expect(await subjectsTo(email)).toEqual([])
    await test.call(ordersApi.updatePaymentAmount, {
      body: { id: order.id, refno: order.refno, payment_amount: 20, key },
    })
    await makeDue()
    const [mail, ...more] = await mailsTo(email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Your order waits for its payment')
    expect(mail?.text).toContain(`Order number: ${formatRefno(order.refno)}`)
    expect(mail?.text.replaceAll('\u00a0', ' ')).toContain(
      '2 × Sticker sheet: CHF 14.00\nDonation: CHF 6.00\nTotal: CHF 20.00',
    )
    // The link in the mail grants the same rights as the device that stored the order.
    expect(mail?.text).toContain(
      `https://lend.example/order/payment?orderId=${order.id}&key=${key}`,
    )
  })

  it('sends no reminder once it is paid, cancelled, replaced or anonymised', async () => {
    const paid = await store({ lang: 'en' })
    await pay(paid.order.id, 1400)
    const replaced = await store({ lang: 'en' })
    const replacing = await store({
      lang: 'en',
      replaces: replaced.order.id,
      replaces_key: replaced.key,
    })
    const forgotten = await store({ lang: 'en' })
    await orm().update(orders).set({ email: null }).where(eq(orders.id, forgotten.order.id))
    await makeDue()
    expect(await subjectsTo(paid.email)).toEqual(['Your payment has arrived'])
    expect(await subjectsTo(replaced.email)).toEqual([])
    expect(await subjectsTo(replacing.email)).toEqual(['Your order waits for its payment'])
    expect(await subjectsTo(forgotten.email)).toEqual([])
    expect(await orm().select().from(queued_mails)).toEqual([])
  })

  it('sends no mail at all if it was cancelled before its first mail', async () => {
    const { email, key } = await store({ lang: 'en' })
    expect((await test.call(ordersApi.removeByKey, { body: { key } })).status).toBe(204)
    await makeDue()
    expect(await subjectsTo(email)).toEqual([])
  })

  it('sends a mail about its replacement if its customer already got a mail', async () => {
    const first = await store({ lang: 'en' })
    await makeDue()
    await mailsTo(first.email)
    const long = new Date(Date.now() - 180_000)
    await orm().update(orders).set({ created_at: long }).where(eq(orders.id, first.order.id))
    const { order } = await store({ replaces: first.order.id, replaces_key: first.key })
    const [, replacedMail, ...more] = await mailsTo(first.email)
    expect([replacedMail?.subject, more]).toEqual(['Your order has been replaced', []])
    expect(replacedMail?.text).toContain(`Order ${formatRefno(order.refno)} has taken its place`)
  })

  it('by a reseller sends a mail at once, and another when it is confirmed', async () => {
    const { email, order } = await store({ lang: 'de', product_id: 4, amount: 20 })
    expect(await subjectsTo(email)).toEqual(['Deine Bestellung ist bei uns'])
    await move(order.id, 'pending_payment')
    const [, confirmed] = await mailsTo(email)
    expect(confirmed?.subject).toBe('Deine Bestellung ist bestätigt')
    expect(confirmed?.text).toContain('/order/payment?orderId=')
  })

  it('sends one mail, however often its request is repeated', async () => {
    const request_id = crypto.randomUUID()
    const user = await createUser(orm())
    const email = newEmail()
    for (let i = 0; i < 2; i++) await store({ request_id, lang: 'en', email }, user.token)
    await makeDue()
    expect(await subjectsTo(email)).toHaveLength(1)
  })
})

describe('the customer gets a mail in the language of the order', () => {
  it.each([
    ['de', 'Deine Zahlung ist angekommen', 'Deine Bestellung ist unterwegs'],
    ['en', 'Your payment has arrived', 'Your order is on its way'],
    ['fr', 'Votre paiement est arrivé', 'Votre commande est en route'],
  ] as const)(
    '%s: when it is paid and when it is shipped',
    async (lang: Language, paid, shipped) => {
      const email = newEmail()
      const { id } = await createOrder(orm(), { lang, email })
      expect([await pay(id, 1000), await pay(id, 1000)]).toEqual([true, false])
      await mailsTo(email)
      expect([await move(id, 'processed'), await move(id, 'processed')]).toEqual([true, false])
      expect(await subjectsTo(email)).toEqual([paid, shipped])
    },
  )

  it('when it was cancelled, with whether money comes back', async () => {
    const user = await createUser(orm())
    const [one, other] = [newEmail(), newEmail()]
    const created_at = new Date(Date.now() - 180_000)
    const mine = { email: one, user_id: user.id, created_at }
    const unpaid = await createOrder(orm(), { lang: 'en', ...mine })
    const paid = await createOrder(orm(), { lang: 'en', email: other, status: 'paid' })
    for (let click = 0; click < 2; click++) {
      await test.call(ordersApi.removeAsUser, { as: user.token, body: { id: unpaid.id } })
    }
    await move(paid.id, 'cancelled')
    const [first, ...more] = await mailsTo(one)
    expect([first?.subject, more]).toEqual(['Your order has been cancelled', []])
    expect(first?.text).toContain('not to be paid any more')
    expect((await mailsTo(other))[0]?.text).toContain('We give you back what you have paid.')
  })

  it('when it was cancelled, with what was refunded and what is still to come', async () => {
    const email = newEmail()
    const { id } = await createOrder(orm(), { lang: 'de', email })
    await pay(id, 1000)
    await mailsTo(email)
    const part = { order_id: id, currency: 'CHF', status: 'succeeded' } as const
    await orm()
      .insert(refunds)
      .values({ ...part, amount_cents: 400 })
    await move(id, 'cancelled')
    const [, mail] = await mailsTo(email)
    const text = mail?.text.replaceAll('\u00a0', ' ')
    expect(text).toContain('Einen Teil deines Geldes haben wir dir schon zurückgegeben')
    expect(text).toContain('Schon zurückgegeben: CHF 4.00\nBekommst du noch zurück: CHF 6.00')
  })

  it('saying that all of it is back if it was refunded before the mail was sent', async () => {
    const email = newEmail()
    const { id } = await createOrder(orm(), { lang: 'en', email })
    await pay(id, 1000)
    await mailsTo(email)
    await move(id, 'cancelled')
    const all = { order_id: id, currency: 'CHF', status: 'succeeded', amount_cents: 1000 } as const
    await orm().insert(refunds).values(all)
    const [, mail] = await mailsTo(email)
    const text = mail?.text.replaceAll('\u00a0', ' ')
    expect(text).toContain('We have given you back already what you had paid.')
    expect(text).toContain('Given back already: CHF 10.00')
    expect(text).not.toContain('Still to come back')
  })

  it('with the refunded amount', async () => {
    const email = newEmail()
    const { id } = await createOrder(orm(), { lang: 'fr', email, status: 'cancelled' })
    await tellRefunded(orm(), test.deps, id, 1250)
    const [mail] = await mailsTo(email)
    expect(mail?.subject).toBe('Nous vous rendons votre argent')
    expect(mail?.text.replaceAll('\u00a0', ' ')).toContain('Montant : 12.50 CHF')
  })

  it('about each partial refund, with the total so far', async () => {
    const email = newEmail()
    const { id } = await createOrder(orm(), { lang: 'de', email, status: 'paid' })
    const part = { order_id: id, currency: 'CHF', status: 'succeeded' } as const
    const giveBack = async (amount_cents: number) => {
      await orm()
        .insert(refunds)
        .values({ ...part, amount_cents })
      await tellRefunded(orm(), test.deps, id, amount_cents, 700)
      return (await mailsTo(email)).at(-1)
    }
    const first = await giveBack(300)
    expect(first?.subject).toBe('Du bekommst einen Teil deines Geldes zurück')
    expect(first?.text.replaceAll('\u00a0', ' ')).toContain(
      'Betrag: CHF 3.00\nBisher zurückgegeben: CHF 3.00\nDu hattest bezahlt: CHF 7.00',
    )
    const second = await giveBack(400)
    expect(second?.subject).toBe('Du bekommst den Rest deines Geldes zurück')
    expect(second?.text).toContain('Damit ist alles zurück.')
  })

  it('about the benefits of a membership, with an account or without', async () => {
    const user = await createUser(orm())
    const [mine, guests] = [newEmail(), newEmail()]
    const membership = { product_id: 3, amount: 40, piece_cents: 100, price_cents: 4000 } as const
    const own = { ...membership, lang: 'en', email: mine, user_id: user.id } as const
    const { id } = await createOrder(orm(), own)
    await pay(id, 4000)
    await pay((await createOrder(orm(), { ...membership, lang: 'en', email: guests })).id, 4000)
    const [[first], [second]] = [await mailsTo(mine), await mailsTo(guests)]
    expect(first?.text).toContain('marked as a supporter')
    expect(first?.text).toMatch(/Membership, 12 months: CHF\s40.00/)
    expect(first?.text).toContain('https://lend.example/profile/userOrders')
    expect(second?.text).not.toContain('supporter')
    expect(second?.text).not.toContain('userOrders')
    // A membership has nothing to ship.
    expect(await move(id, 'processed')).toBe(true)
    expect(await mailsTo(mine)).toHaveLength(1)
  })

  it('only if the change itself succeeds', async () => {
    const email = newEmail()
    const { id } = await createOrder(orm(), { email })
    await expect(
      orm().transaction(async (tx) => {
        const full = await lockOrder(tx, id)
        const by = { actor: 'admin', user_id: null, now: new Date() } as const
        if (full) await changeStatus(tx, test.deps, full, 'cancelled', by)
        throw new Error('the lights went out')
      }),
    ).rejects.toThrow()
    expect(await subjectsTo(email)).toEqual([])
  })
})
