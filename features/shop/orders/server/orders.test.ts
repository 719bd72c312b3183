import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { solveCaptcha } from '#app/server/testing/captcha-solver.ts'
import { cleanUp } from '#app/server/testing/clean-up.ts'
import { createOrder, createUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { productsApi } from '#features/shop/orders/products/contract.ts'
import { seedProducts } from '#features/shop/orders/products/server/products.queries.ts'
import { products } from '#features/shop/orders/products/tables.ts'
import { payments } from '#features/shop/payments/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { ordersApi } from '../contract.ts'
import { isRefno } from '../refno.ts'
import { order_events, orders } from '../tables.ts'

const PERSON = {
  firstname: 'Zoë',
  lastname: 'Keller',
  email: 'zoe@example.org',
  address: 'Langstrasse 94',
  postcode: '8004',
  city: 'Zürich',
  country: 'CH',
}

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  await seedProducts(orm())
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
let networks = 0
/** Stores an order as a visitor with their own network and mailbox, unless a token is given. */
async function store(fields: Record<string, unknown> = {}, as?: string) {
  const key = randomUUID()
  const { status, body, error } = await test.call(ordersApi.store, {
    ...(as ? { as } : { ip: `10.9.${networks >> 8}.${networks++ & 255}` }),
    body: {
      ...PERSON,
      email: as ? PERSON.email : `zoe${networks}@example.org`,
      ...{ amount: 1, lang: 'fr', request_id: key, ...fields },
    },
  })
  return { status, order: body.order_info, error, key }
}
const stored = async (id: string) => (await orm().select().from(orders).where(eq(orders.id, id)))[0]
const historyOf = (id: string) =>
  orm()
    .select({ status: order_events.status, actor: order_events.actor, user: order_events.user_id })
    .from(order_events)
    .where(eq(order_events.order_id, id))
    .orderBy(asc(order_events.created_at))
const load = (id: string, as?: string) =>
  test.call(ordersApi.loadById, { query: { order_id: id }, as })

describe('the products', () => {
  it('are listed for every visitor, with the price of a piece', async () => {
    const { status, body } = await test.call(productsApi.list)
    expect(status).toBe(200)
    expect(body.map(({ id, name_en, price }) => [id, name_en, price])).toEqual([
      [1, 'Sticker sheet', 7],
      [3, 'Membership', 1],
      [4, 'Sticker sheets for resellers', 7],
    ])
  })

  it('can be loaded by id, with 404 for an unknown id and 400 for an invalid one', async () => {
    const byId = (product_id: string) => test.call(productsApi.byId, { query: { product_id } })
    expect((await byId('3')).body.name).toBe('Mitgliedschaft')
    expect([(await byId('2')).status, (await byId('x')).status]).toEqual([404, 400])
  })

  it('keep an edited price across a restart, and leave the list when inactive', async () => {
    await orm().update(products).set({ price_cents: 800, active: false }).where(eq(products.id, 1))
    await seedProducts(orm())
    await expect
      .poll(async () => (await test.call(productsApi.list)).body.map(({ id }) => id))
      .toEqual([3, 4])
    const { status, error } = await store()
    expect([status, error.errors]).toEqual([422, { product_id: ['errors.validation.invalid'] }])
    await orm().update(products).set({ active: true }).where(eq(products.id, 1))
    expect((await store({ amount: 2 })).order.price).toBe(16)
    await orm().update(products).set({ price_cents: 700 }).where(eq(products.id, 1))
  })
})

describe('POST /orders/store', () => {
  it('stores the order of a visitor with a price set by the server', async () => {
    const { status, order } = await store({
      email: PERSON.email,
      amount: 3,
      donation: 4.5,
      ideas: ' A sticker for sleds \r\n and skis ',
      show_on_map: true,
      payment_amount: 1,
    })
    expect(status).toBe(201)
    expect(order).toMatchObject({
      ...PERSON,
      address_addition: null,
      product: { id: 1, name_en: 'Sticker sheet', price: 7 },
      amount: 3,
      price_per_piece: 7,
      price: 21,
      donation: 4.5,
      payment_amount: 25.5,
      payment_currency: 'CHF',
      payment_method: null,
      lang: 'fr',
      show_on_map: true,
      ideas: 'A sticker for sleds \n and skis',
      order_status: { name: 'pending_payment' },
    })
    expect(isRefno(order.refno)).toBe(true)
    expect(await historyOf(order.id)).toEqual([
      { status: 'pending_payment', actor: 'customer', user: null },
    ])
  })

  it.each([
    [{ product_id: 3, amount: 150 }, 1, 150, 'pending_payment'],
    [{ product_id: 4, amount: 19 }, 7, 133, 'pending_confirmation'],
    [{ product_id: 4, amount: 51 }, 4.2, 214.2, 'pending_confirmation'],
    [{ product_id: 4, amount: 999 }, 3.6, 3596.4, 'pending_confirmation'],
  ])('prices %j', async (fields, piece, price, status) => {
    const { order } = await store({ ...fields, country: 'FR' })
    expect(order).toMatchObject({
      price_per_piece: piece,
      price,
      donation: 0,
      payment_amount: price,
      payment_currency: 'EUR',
      order_status: { name: status },
    })
  })

  it.each([
    ['firstname', { firstname: ' ' }, 'errors.validation.firstName'],
    ['lastname', { lastname: undefined }, 'errors.validation.lastName'],
    ['email', { email: 'zoe' }, 'errors.validation.email'],
    ['address', { address: '' }, 'errors.validation.address'],
    ['postcode', { postcode: '' }, 'errors.validation.postcode'],
    ['city', { city: '\n' }, 'errors.validation.city'],
    ['country', { country: 'XX' }, 'errors.validation.country'],
    ['firstname', { firstname: 'Zoë 🦊' }, 'errors.validation.letters:🦊'],
    ['city', { city: '北京' }, 'errors.validation.letters:北 京'],
    ['address_addition', { address_addition: 'c/o محمد' }, 'errors.validation.letters:م ح د'],
    ['amount', { amount: undefined }, 'errors.validation.amount'],
    ['amount', { amount: 6 }, 'errors.validation.amount'],
    ['amount', { amount: 1.5 }, 'errors.validation.amount'],
    ['amount', { amount: 'two' }, 'errors.validation.amount'],
    ['amount', { product_id: 3, amount: 1 }, 'errors.validation.amount'],
    ['amount', { product_id: 4, amount: -20 }, 'errors.validation.amount'],
    ['product_id', { product_id: 2 }, 'errors.validation.invalid'],
    ['donation', { donation: -1 }, 'errors.validation.money'],
    ['donation', { donation: 0.001 }, 'errors.validation.money'],
    ['donation', { donation: 93.01 }, 'errors.validation.aboveSlider'],
    ['payment_method', { payment_method: 'cash' }, 'errors.validation.invalid'],
    ['ideas', { ideas: 'x'.repeat(1001) }, 'errors.validation.tooLong'],
    ['ideas', { ideas: 'a\0b' }, 'errors.validation.invalid'],
  ])('refuses a wrong %s: %j', async (field, fields, key) => {
    const { status, error } = await store(fields)
    expect([status, error.errors?.[field]?.[0]]).toEqual([422, key])
  })

  it('accepts an amount that older clients send as text', async () => {
    expect((await store({ amount: '2' })).order.amount).toBe(2)
  })

  it('accepts the maximum of the slider, and refuses a price set by the client', async () => {
    expect((await store({ donation: 93 })).order.payment_amount).toBe(100)
    const { order } = await store({ product_id: 3, amount: 150, donation: 150 })
    expect(order.payment_amount).toBe(300)
    for (const claim of [{ price: 1 }, { order_status: 'paid' }, { user_id: randomUUID() }]) {
      expect((await store(claim)).error.code).toBe('forbidden_field')
    }
  })

  it('returns the same order for a repeated request, even for two at once', async () => {
    const request_id = randomUUID()
    const twice = await Promise.all([store({ request_id }), store({ request_id })])
    expect(twice.map(({ status }) => status)).toEqual([201, 201])
    expect(twice[0]?.order.id).toBe(twice[1]?.order.id)
    expect(await historyOf(twice[0]?.order.id ?? '')).toHaveLength(1)
  })

  it('returns 409 to another caller who repeats the request of an account', async () => {
    const [owner, other] = [await createUser(orm()), await createUser(orm())]
    const request_id = randomUUID()
    await store({ request_id }, owner.token)
    const answers = [await store({ request_id }, other.token), await store({ request_id })]
    expect(answers.map(({ error }) => error.code)).toEqual(['conflict', 'conflict'])
  })

  it('replaces an own unpaid order with the changed one', async () => {
    const user = await createUser(orm())
    const { order: first } = await store({}, user.token)
    const { order } = await store({ amount: 2, replaces: first.id }, user.token)
    expect((await stored(first.id))?.status).toBe('cancelled')
    const listed = await test.call(ordersApi.loadAllAsUser, { as: user.token })
    expect(listed.body.map(({ id }) => id)).toEqual([order.id])
  })

  it('replaces the order of a guest only with its key', async () => {
    const { order: first, key } = await store()
    for (const replaces_key of [undefined, randomUUID(), first.id]) {
      expect((await store({ replaces: first.id, replaces_key })).status).toBe(201)
      expect((await stored(first.id))?.status).toBe('pending_payment')
    }
    expect((await store({ replaces: first.id, replaces_key: key })).status).toBe(201)
    expect((await stored(first.id))?.status).toBe('cancelled')
  })

  it('refuses to replace a paid order, and stores nothing', async () => {
    const user = await createUser(orm())
    const paid = await createOrder(orm(), { user_id: user.id, status: 'paid' })
    const { status, error } = await store({ replaces: paid.id }, user.token)
    expect([status, error.code]).toEqual([409, 'not_cancellable'])
    expect(await orm().select().from(orders).where(eq(orders.user_id, user.id))).toHaveLength(1)
  })

  it('does not replace the order of another account', async () => {
    const [owner, other] = [await createUser(orm()), await createUser(orm())]
    const foreign = await createOrder(orm(), { user_id: owner.id })
    expect((await store({ replaces: foreign.id }, other.token)).status).toBe(201)
    expect((await store({ replaces: foreign.id })).status).toBe(201)
    expect((await stored(foreign.id))?.status).toBe('pending_payment')
  })

  it('requires a captcha from visitors and from no one else', async () => {
    const guarded = await createTestApp({ sharing: test, config: { captcha: true } })
    const send = (captcha?: string, as?: string) =>
      guarded.call(ordersApi.store, {
        as,
        body: { ...PERSON, email: 'guarded@example.org', amount: 1, captcha },
      })
    expect((await send()).error.code).toBe('captcha_required')
    expect((await send('forged')).error.code).toBe('captcha_invalid')
    expect((await send(await solveCaptcha(guarded))).status).toBe(201)
    expect((await send(undefined, (await createUser(orm())).token)).status).toBe(201)
    await guarded.close()
  })

  it('limits how often one account can order', async () => {
    const { token } = await createUser(orm())
    const answers = await Promise.all(Array.from({ length: 21 }, () => store({}, token)))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
  })

  it('accepts 40 mailboxes from one network, and limits one mailbox', async () => {
    const order = (email: string) =>
      test.call(ordersApi.store, { body: { ...PERSON, amount: 1, email }, ip: '10.12.0.1' })
    const visitors = Array.from({ length: 40 }, (_, index) => `fair${index}@example.org`)
    const taken = await Promise.all(visitors.map(order))
    expect(taken.map(({ status }) => status)).toEqual(Array(40).fill(201))
    const spellings = Array.from({ length: 21 }, (_, index) => `same+${index}@example.org`)
    const ofOne = await Promise.all(spellings.map(order))
    expect(ofOne.filter(({ status }) => status === 429)).toHaveLength(1)
  })
})

describe('GET /orders/loadById', () => {
  it('returns all fields to the customer, and to other callers only what paying needs', async () => {
    const [owner, other] = [await createUser(orm()), await createUser(orm())]
    const { order } = await store({ ideas: 'Sled' }, owner.token)
    expect((await load(order.id, owner.token)).body).toEqual(order)
    for (const as of [undefined, other.token]) {
      const { status, body } = await load(order.id, as)
      expect([status, body.payment_amount, body.refno]).toEqual([200, 7, order.refno])
      expect(JSON.stringify(body)).not.toMatch(/Zoë|Keller|example\.org|Langstrasse|"8004|Sled/)
    }
  })

  it('returns 404 for an unknown id', async () => {
    expect([(await load(randomUUID())).status, (await load('1')).status]).toEqual([404, 404])
  })
})

describe('POST /orders/updatePaymentAmount', () => {
  const pay = (id: string, refno: string, payment_amount: number, as?: string, key?: string) =>
    test.call(ordersApi.updatePaymentAmount, {
      body: { id, refno, payment_amount, key },
      as,
    })

  it('books the amount above the price as a donation', async () => {
    const { order, key } = await store({ amount: 2 })
    const change = (amount: number) => pay(order.id, order.refno, amount, undefined, key)
    const { status, body } = await change(33.35)
    expect([status, body.order_info.donation, body.order_info.payment_amount]).toEqual([
      200, 19.35, 33.35,
    ])
    expect((await change(3)).body.order_info).toMatchObject({
      donation: 0,
      payment_amount: 14,
      firstname: null,
    })
    expect((await change(100)).body.order_info.donation).toBe(86)
    expect((await change(100.01)).error.errors).toEqual({
      payment_amount: ['errors.validation.aboveSlider'],
    })
  })

  it('accepts an order with an empty payment method', async () => {
    const { order } = await store({ payment_method: '' })
    expect(order.payment_method).toBeNull()
  })

  it('accepts the id and the number of a guest’s order, as the specification says', async () => {
    const { order, key } = await store()
    const other = await createUser(orm())
    const another = await store()
    expect((await pay(order.id, another.order.refno, 90)).error.code).toBe('not_found')
    expect((await pay(order.id, '', 90)).error.code).toBe('validation')
    expect((await stored(order.id))?.donation_cents).toBe(0)
    expect((await pay(order.id, order.refno, 90)).body.order_info.donation).toBe(83)
    expect((await pay(order.id, order.refno, 80, other.token)).body.order_info).toMatchObject({
      donation: 73,
      firstname: null,
    })
    expect((await pay(order.id, order.refno, 70, undefined, key)).status).toBe(200)
    // No response contains the key.
    expect(JSON.stringify([order, (await load(order.id)).body])).not.toContain(key)
  })

  it('requires the id and the number, and the session of the account that owns the order', async () => {
    const [owner, other] = [await createUser(orm()), await createUser(orm())]
    const { order } = await store({}, owner.token)
    const { order: another } = await store()
    expect((await pay(order.id, order.refno, 20, owner.token)).status).toBe(200)
    expect((await pay(order.id, another.refno, 20, owner.token)).status).toBe(404)
    expect((await pay(order.id, order.refno, 20, other.token)).status).toBe(404)
    expect((await pay(order.id, order.refno, 20)).status).toBe(404)
    expect((await pay(order.id, '123', 20, owner.token)).status).toBe(422)
    expect((await load(order.id)).body.donation).toBe(13)
  })

  it.each(['pending_confirmation', 'paid', 'processed', 'cancelled'] as const)(
    'does not change an order that is %s',
    async (status) => {
      const key = randomUUID()
      const { id, refno } = await createOrder(orm(), { status, request_id: key })
      expect((await pay(id, refno, 50, undefined, key)).error.code).toBe('not_payable')
      expect((await stored(id))?.donation_cents).toBe(0)
    },
  )
})

describe('POST /orders/removeByKey', () => {
  const remove = (key: string, as?: string) =>
    test.call(ordersApi.removeByKey, { body: { key }, as })

  it("cancels a guest's order with its key, and again without an error", async () => {
    const key = randomUUID()
    const { id } = await createOrder(orm(), { request_id: key })
    expect((await remove(randomUUID())).error.code).toBe('not_found')
    expect((await remove(id)).error.code).toBe('not_found')
    expect((await stored(id))?.status).toBe('pending_payment')
    expect([(await remove(key)).status, (await remove(key)).status]).toEqual([204, 204])
    expect((await stored(id))?.status).toBe('cancelled')
    expect(await historyOf(id)).toEqual([{ status: 'cancelled', actor: 'customer', user: null }])
  })

  it('cancels an order of an account only for that account', async () => {
    const key = randomUUID()
    const owner = await createUser(orm())
    const other = await createUser(orm())
    const { id } = await createOrder(orm(), { request_id: key, user_id: owner.id })
    expect([(await remove(key)).status, (await remove(key, other.token)).status]).toEqual([
      404, 404,
    ])
    expect((await remove(key, owner.token)).status).toBe(204)
    expect((await stored(id))?.status).toBe('cancelled')
  })

  it.each(['paid', 'processed'] as const)('refuses an order that is %s', async (status) => {
    const key = randomUUID()
    await createOrder(orm(), { request_id: key, status })
    expect((await remove(key)).error.code).toBe('not_cancellable')
  })
})

describe('POST /orders/removeAsUser', () => {
  const remove = (id: string, as?: string) =>
    test.call(ordersApi.removeAsUser, { body: { id }, as })

  it('cancels an own order, which leaves the list and keeps its history', async () => {
    const user = await createUser(orm())
    const { order } = await store({ product_id: 4, amount: 20 }, user.token)
    expect((await remove(order.id, user.token)).status).toBe(204)
    expect((await remove(order.id, user.token)).status).toBe(204)
    expect((await test.call(ordersApi.loadAllAsUser, { as: user.token })).body).toEqual([])
    expect(await historyOf(order.id)).toEqual([
      { status: 'pending_confirmation', actor: 'customer', user: user.id },
      { status: 'cancelled', actor: 'customer', user: user.id },
    ])
  })

  it.each(['paid', 'processed'] as const)('refuses an order that is %s', async (status) => {
    const user = await createUser(orm())
    const { id } = await createOrder(orm(), { user_id: user.id, status })
    expect((await remove(id, user.token)).error.code).toBe('not_cancellable')
  })

  it('returns 404 for an order of another account, like for an unknown id', async () => {
    const user = await createUser(orm())
    const foreign = await createOrder(orm(), { user_id: (await createUser(orm())).id })
    const guests = await createOrder(orm())
    for (const id of [foreign.id, guests.id, randomUUID()]) {
      expect((await remove(id, user.token)).error.code).toBe('not_found')
    }
    expect((await remove(foreign.id)).status).toBe(401)
    expect((await stored(foreign.id))?.status).toBe('pending_payment')
  })
})

describe('an order of an account', () => {
  it('is listed in userinfo, newest first', async () => {
    const user = await createUser(orm())
    const old = await createOrder(orm(), { user_id: user.id, created_at: new Date('2026-01-01') })
    await createOrder(orm(), { user_id: user.id, status: 'cancelled' })
    const { order } = await store({}, user.token)
    const { body } = await test.call(profileApi.userinfo, { as: user.token })
    expect(body.orders.map(({ id }) => id)).toEqual([order.id, old.id])
    expect(body.orders[0]).toEqual(order)
    const listed = await test.call(ordersApi.loadAllAsUser, { as: user.token })
    expect(listed.body).toEqual(body.orders)
  })

  it('is in the data export, with orders that a visitor placed under the same address', async () => {
    const user = await createUser(orm())
    const own = await createOrder(orm(), { user_id: user.id })
    const asVisitor = await createOrder(orm(), { email: user.email.toUpperCase() })
    const { body } = await test.call(accountsApi.exportData, { as: user.token })
    expect(body.data.orders?.map(({ id }) => id).sort()).toEqual([own.id, asVisitor.id].sort())
  })

  it('is deleted with the account if unpaid; if paid, the books keep name and address', async () => {
    const user = await createUser(orm())
    const fields = { user_id: user.id, email: user.email, ideas: 'Sled', note: 'Called' }
    const open = await createOrder(orm(), fields)
    const paid = await createOrder(orm(), { ...fields, status: 'paid' })
    expect((await test.call(accountsApi.remove, { as: user.token })).status).toBe(204)
    expect(await stored(open.id)).toBeUndefined()
    expect(await stored(paid.id)).toMatchObject({
      user_id: null,
      email: null,
      ideas: '',
      note: '',
      lastname: 'Muster',
      status: 'paid',
    })
  })
})

it('an order with a payment attempt is cancelled and anonymised when its account is deleted', async () => {
  const user = await createUser(orm())
  const { id } = await createOrder(orm(), { user_id: user.id })
  const payment = {
    provider: 'stripe',
    amount_cents: 700,
    currency: 'CHF',
    proof_hash: 'x',
  } as const
  await orm()
    .insert(payments)
    .values({ order_id: id, ...payment })
  await test.call(accountsApi.remove, { as: user.token })
  expect(await stored(id)).toMatchObject({ status: 'cancelled', lastname: '', email: null })
  expect(await historyOf(id)).toEqual([{ status: 'cancelled', actor: 'customer', user: null }])
})

it('the database refuses to set an order back to an earlier state', async () => {
  const { id } = await createOrder(orm(), { status: 'paid' })
  const go = (status: 'pending_payment' | 'processed') =>
    orm().update(orders).set({ status }).where(eq(orders.id, id))
  await expect(go('pending_payment')).rejects.toThrow()
  await go('processed')
  await expect(go('pending_payment')).rejects.toThrow()
})

it('an unpaid order is deleted after a year, a paid one when the books need it no more', async () => {
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS)
  const at = (days: number, status: 'pending_payment' | 'cancelled' | 'processed') =>
    createOrder(orm(), { created_at: ago(days), status })
  const gone = [await at(366, 'pending_payment'), await at(366, 'cancelled')]
  const books = [await at(4100, 'processed')]
  const kept = [await at(300, 'cancelled'), await at(3650, 'processed')]
  await cleanUp(test.deps, new Date())
  const left = await Promise.all([...gone, ...books, ...kept].map(({ id }) => stored(id)))
  expect(left.map((row) => row !== undefined)).toEqual([false, false, false, true, true])
})
