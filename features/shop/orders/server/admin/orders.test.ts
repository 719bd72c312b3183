import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createLetterbox,
  createOrder,
  createUser,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { bank_payments } from '#features/shop/orders/bank-statements/tables.ts'
import { PRODUCT_ID } from '#features/shop/orders/products/pricing.ts'
import { payments } from '#features/shop/payments/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { type AdminOrder, adminOrdersApi } from '../../contract.admin.ts'
import { ordersApi } from '../../contract.ts'
import { formatRefno } from '../../refno.ts'
import { order_events, orders } from '../../tables.ts'

let test: TestApp
let admin: TestUser
beforeAll(async () => {
  test = await createTestApp()
  admin = await createUser(orm(), { role_id: 3, firstname: 'Mona', lastname: 'Frei' })
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const stored = async (id: string) => (await orm().select().from(orders).where(eq(orders.id, id)))[0]
const byId = (id: string, as = admin.token) => test.call(adminOrdersApi.byId, { query: { id }, as })
const list = (query: Parameters<typeof test.call<typeof adminOrdersApi.list>>[1] = {}) =>
  test.call(adminOrdersApi.list, { as: admin.token, ...query })
type Step = 'confirm' | 'ship' | 'cancel'
const go = (step: Step, id: string, version = 0, as = admin.token) =>
  test.call(adminOrdersApi[step], { body: { id, version }, as })
const note = (id: string, version: number, text: string) =>
  test.call(adminOrdersApi.note, { body: { id, version, note: text }, as: admin.token })
let people = 0
const newEmail = () => `customer${people++}@example.org`
const subjectsTo = async (email: string) =>
  (await test.mails()).flatMap(({ recipient, subject }) => (recipient === email ? [subject] : []))

describe('GET /admin/orders', () => {
  it('lists all orders in pages, including cancelled ones', async () => {
    const since = Date.now()
    const made = []
    for (let i = 0; i < 3; i++) {
      const fields = { lastname: 'Seitz', created_at: new Date(since + i * 1000) }
      made.unshift((await createOrder(orm(), { ...fields, status: 'cancelled' })).id)
    }
    const page = async (number: string) =>
      (await list({ query: { search: 'seitz', size: '2', page: number } })).body
    const [first, second, third] = [await page('1'), await page('2'), await page('3')]
    expect([first.total, second.total, third.total]).toEqual([3, 3, 3])
    expect([first, second, third].map(({ rows }) => rows.map(({ id }) => id))).toEqual([
      made.slice(0, 2),
      made.slice(2),
      [],
    ])
    expect(first.rows[0]).toMatchObject({
      firstname: 'Ada',
      email: 'ada@example.org',
      version: 0,
      note: '',
      order_status: { name: 'cancelled' },
    })
  })

  it('finds an order by its number, name or e-mail address, in any case', async () => {
    const fields = { firstname: 'Zoë', lastname: 'O’Neill_', email: 'Zoe.O%N@Example.org' }
    const { id, refno } = await createOrder(orm(), fields)
    const matchingIds = async (search: string) =>
      (await list({ query: { search } })).body.rows.map((row) => row.id)
    for (const typed of [refno, ` ${formatRefno(refno)} `, 'zoë o’n', 'ZOE.O%n@']) {
      expect([typed, await matchingIds(typed)]).toEqual([typed, [id]])
    }
    expect(await matchingIds('zoe_o%n')).toEqual([])
    // A wildcard is an ordinary character.
    expect(await matchingIds('%')).toEqual([id])
  })

  it('filters by state and sorts by amount, name or date', async () => {
    const lastname = 'Sorter'
    const names = ['Bea', 'Ann', 'Cid']
    for (const [i, firstname] of names.entries()) {
      const amount = ((i + 1) % 3) + 1
      const money = { amount, price_cents: amount * 700 }
      const created_at = new Date(2026, 0, 1 + i)
      await createOrder(orm(), { firstname, lastname, status: 'paid', created_at, ...money })
    }
    await createOrder(orm(), { lastname })
    const sorted = async (sort: '-order_date' | 'payment_amount' | 'name' | '-name') => {
      const { body } = await list({ query: { search: lastname, status: 'paid', sort } })
      return body.rows.map(({ firstname }) => firstname)
    }
    expect(await sorted('-order_date')).toEqual(['Cid', 'Ann', 'Bea'])
    expect(await sorted('payment_amount')).toEqual(['Cid', 'Bea', 'Ann'])
    expect(await sorted('name')).toEqual(['Ann', 'Bea', 'Cid'])
    expect(await sorted('-name')).toEqual(['Cid', 'Bea', 'Ann'])
  })

  it.each([{ size: '201' }, { page: '0' }, { status: 'lost' as never }, { sort: 'id' as never }])(
    'refuses %j',
    async (query) => {
      expect((await list({ query })).status).toBe(400)
    },
  )
})

describe('GET /admin/orders/byId', () => {
  it('returns the whole order with its history and payments', async () => {
    const user = await createUser(orm(), { firstname: 'Kim', lastname: 'Wolf' })
    const fields = { user_id: user.id, ideas: 'Sled', status: 'paid' } as const
    const { id } = await createOrder(orm(), fields)
    const at = new Date('2026-02-03T04:05:06.000Z')
    const by = { order_id: id, user_id: user.id, actor: 'customer' } as const
    await orm()
      .insert(order_events)
      .values({ ...by, status: 'pending_payment', created_at: at })
    const paid = { order_id: id, actor: 'payment', status: 'paid' } as const
    await orm().insert(order_events).values(paid)
    const money = { amount_cents: 700, currency: 'CHF', proof_hash: 'secret-proof' } as const
    const payment = { order_id: id, provider: 'stripe', status: 'succeeded', ...money } as const
    await orm().insert(payments).values(payment)
    const { status, body } = await byId(id)
    expect([status, body.user_id, body.ideas, body.version]).toEqual([200, user.id, 'Sled', 2])
    expect(body.history).toMatchObject([
      {
        at: at.toISOString(),
        status: 'pending_payment',
        actor: 'customer',
        by: { id: user.id, name: 'Kim Wolf' },
        refunded: null,
        noted: false,
      },
      { status: 'paid', actor: 'payment', by: null },
    ])
    expect(body.payments).toMatchObject([{ provider: 'stripe', status: 'succeeded', amount: 7 }])
    expect(JSON.stringify(body)).not.toContain('secret-proof')
  })

  it('returns the payments by bank', async () => {
    const { id } = await createOrder(orm(), { status: 'paid' })
    const money = { amount_cents: 950, currency: 'CHF', received_on: '2026-02-03' } as const
    await orm()
      .insert(bank_payments)
      .values({ order_id: id, ...money })
    expect((await byId(id)).body.payments).toMatchObject([{ provider: 'bank', amount: 9.5 }])
  })

  it('returns 404 for an unknown id and 400 for an invalid one', async () => {
    expect([(await byId(randomUUID())).status, (await byId('1')).status]).toEqual([404, 400])
  })
})

describe('a step of an order', () => {
  it('sends a mail and records who took it', async () => {
    const email = newEmail()
    const fields = { product_id: 4, amount: 20, piece_cents: 700, price_cents: 14000 } as const
    const start = { ...fields, email, lang: 'en', status: 'pending_confirmation' } as const
    const { id } = await createOrder(orm(), start)
    const confirmed = await go('confirm', id)
    expect([confirmed.status, confirmed.body.order_status.name]).toEqual([200, 'pending_payment'])
    await test.mails()
    await orm().update(orders).set({ status: 'paid' }).where(eq(orders.id, id))
    const { body: shipped } = await go('ship', id, confirmed.body.version)
    expect(shipped.order_status.name).toBe('processed')
    const by = { actor: 'admin', by: { id: admin.id, name: 'Mona Frei' } }
    expect(shipped.history).toMatchObject([
      { status: 'pending_payment', ...by },
      { status: 'processed', ...by },
    ])
    expect(await subjectsTo(email)).toEqual(['Your order is confirmed', 'Your order is on its way'])
  })

  it('that confirms a reseller puts them on the map unless they declined', async () => {
    const confirmedFor = async (fields: Partial<typeof orders.$inferInsert>) => {
      const { owner } = await createLetterbox(orm())
      const email = newEmail()
      const { id } = await createOrder(orm(), {
        product_id: 4,
        email,
        lang: 'en',
        status: 'pending_confirmation',
        user_id: owner.id,
        ...fields,
      })
      await go('confirm', id)
      const [user] = await orm().select().from(users).where(eq(users.id, owner.id))
      const [mail] = (await test.mails()).filter(({ recipient }) => recipient === email)
      return [user?.reseller, mail?.text.includes('on the map of resellers')]
    }
    expect(await confirmedFor({})).toEqual([true, true])
    expect(await confirmedFor({ show_on_map: true })).toEqual([true, true])
    expect(await confirmedFor({ show_on_map: false })).toEqual([false, false])
    expect(await confirmedFor({ user_id: null })).toEqual([false, false])
    expect(await confirmedFor({ product_id: 1 })).toEqual([false, false])
  })

  it.each(['pending_confirmation', 'pending_payment', 'paid'] as const)(
    'that cancels an order that is %s sends a mail and removes it from its customer’s list',
    async (status) => {
      const [user, email] = [await createUser(orm()), newEmail()]
      const { id } = await createOrder(orm(), { user_id: user.id, email, lang: 'en', status })
      expect((await go('cancel', id)).body.order_status.name).toBe('cancelled')
      const own = await test.call(ordersApi.loadAllAsUser, { as: user.token })
      expect([own.body, (await byId(id)).status]).toEqual([[], 200])
      expect(await subjectsTo(email)).toEqual(['Your order has been cancelled'])
    },
  )

  it.each([
    ['confirm', ['pending_payment', 'paid', 'processed', 'cancelled']],
    ['ship', ['pending_confirmation', 'pending_payment', 'processed', 'cancelled']],
    ['cancel', ['processed', 'cancelled']],
  ] as const)('is refused in any other state: %s', async (step, statuses) => {
    for (const status of statuses) {
      const { id } = await createOrder(orm(), { status })
      const { status: code, error } = await go(step, id)
      expect([status, code, error.code]).toEqual([status, 409, 'wrong_status'])
      expect((await stored(id))?.status).toBe(status)
    }
  })

  it('that ships a membership is refused', async () => {
    const { id } = await createOrder(orm(), { status: 'paid', product_id: PRODUCT_ID.membership })
    const { status, error } = await go('ship', id)
    expect([status, error.code]).toEqual([409, 'wrong_status'])
    expect((await stored(id))?.status).toBe('paid')
  })

  it('is taken by one of two admins at the same time, and the other gets the current order', async () => {
    const { id } = await createOrder(orm(), { status: 'paid', email: newEmail() })
    const other = await createUser(orm(), { role_id: 3 })
    const answers = await Promise.all([go('ship', id), go('cancel', id, 0, other.token)])
    const [won, lost] = answers.sort((a, b) => a.status - b.status)
    expect([won?.status, lost?.status, lost?.error.code]).toEqual([200, 409, 'changed_meanwhile'])
    const current = lost?.error.current as AdminOrder
    expect(current).toEqual(won?.body)
    expect(current.history).toHaveLength(1)
    expect((await stored(id))?.status).toBe(won?.body.order_status.name)
  })

  it('is refused if the order has changed since it was read', async () => {
    const user = await createUser(orm())
    const { id } = await createOrder(orm(), { user_id: user.id })
    const { body: read } = await byId(id)
    await test.call(ordersApi.removeAsUser, { as: user.token, body: { id } })
    const { status, error } = await note(id, read.version, 'Sent a reminder')
    expect([status, error.code]).toEqual([409, 'changed_meanwhile'])
    expect(error.current).toMatchObject({ order_status: { name: 'cancelled' }, note: '' })
    expect((await stored(id))?.note).toBe('')
  })
})

describe('POST /admin/orders/note', () => {
  it('stores the note and its author, in any state', async () => {
    const { id } = await createOrder(orm(), { status: 'processed' })
    const { body } = await note(id, 0, '  <b>Called</b>\r\nTwice ')
    expect([body.note, body.version]).toEqual(['<b>Called</b>\nTwice', 1])
    expect(body.history).toMatchObject([{ noted: true, by: { id: admin.id }, status: 'processed' }])
    expect((await note(id, 1, '')).body.note).toBe('')
  })

  it('shows the note to administrators only', async () => {
    const user = await createUser(orm())
    const { id } = await createOrder(orm(), { user_id: user.id })
    await note(id, 0, 'Complains a lot')
    for (const as of [undefined, user.token]) {
      const query = { order_id: id }
      const { body } = await test.call(ordersApi.loadById, { query, as })
      expect(JSON.stringify(body)).not.toContain('Complains')
    }
  })

  it('refuses a note that is too long and a call without a version', async () => {
    const { id } = await createOrder(orm())
    expect((await note(id, 0, 'x'.repeat(2001))).error.errors).toEqual({
      note: ['errors.validation.tooLong'],
    })
    const body = { id, note: 'x' } as never
    const { status } = await test.call(adminOrdersApi.note, { body, as: admin.token })
    expect(status).toBe(422)
  })
})

it('the calls of the order queue return 404 to members and 403 to moderators', async () => {
  const { id } = await createOrder(orm(), { status: 'paid' })
  const moderator = await createUser(orm(), { role_id: 2 })
  for (const as of [undefined, (await createUser(orm())).token, moderator.token]) {
    const caller = as ? { as } : {}
    const body = { id, version: 0 }
    const answers = [
      await test.call(adminOrdersApi.list, caller),
      await test.call(adminOrdersApi.byId, { query: { id }, ...caller }),
      await test.call(adminOrdersApi.confirm, { body, ...caller }),
      await test.call(adminOrdersApi.ship, { body, ...caller }),
      await test.call(adminOrdersApi.cancel, { body, ...caller }),
      await test.call(adminOrdersApi.note, { body: { ...body, note: 'x' }, ...caller }),
      // Invalid input is not even validated for them.
      await test.call(adminOrdersApi.byId, { query: { id: '1' }, ...caller }),
      await test.call(adminOrdersApi.ship, { body: {} as never, ...caller }),
    ]
    const code = as === moderator.token ? 'task_missing' : 'not_found'
    expect(answers.map(({ error }) => error.code)).toEqual(Array(8).fill(code))
  }
  expect((await stored(id))?.status).toBe('paid')
})
