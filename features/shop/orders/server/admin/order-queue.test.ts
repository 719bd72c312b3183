import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOrder, createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { auditApi } from '#features/people/audit/contract.admin.ts'
import { bank_payments } from '#features/shop/orders/bank-statements/tables.ts'
import { payments, refunds } from '#features/shop/payments/tables.ts'
import { dayIn } from '#platform/server/community-day.ts'
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'
import { API_BASE, type QueryInput } from '#platform/shared/endpoint.ts'
import { type AdminOrder, adminOrdersApi } from '../../contract.admin.ts'
import { type OrderIdea, orderIdeasApi } from '../../ideas/contract.admin.ts'
import { refundsApi } from '../../paying/contract.admin.ts'
import { order_events, orders } from '../../tables.ts'

let test: TestApp
let admin: TestUser
let other: TestUser
beforeAll(async () => {
  test = await createTestApp()
  admin = await createUser(orm(), { role_id: 3, firstname: 'Mona', lastname: 'Frei' })
  other = await createUser(orm(), { role_id: 3, firstname: 'Nino', lastname: 'Frei' })
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
type Query = QueryInput<typeof adminOrdersApi.list>
const list = async (query: Query) =>
  (await test.call(adminOrdersApi.list, { as: admin.token, query })).body
const byId = async (id: string) =>
  (await test.call(adminOrdersApi.byId, { as: admin.token, query: { id } })).body
const bulk = (act: 'confirm' | 'ship', rows: { id: string; version: number }[], as = admin.token) =>
  test.call(adminOrdersApi.bulk, { as, body: { act, orders: rows } })
const actsOn = async (subject_id: string) => {
  const { body } = await test.call(auditApi.list, { as: admin.token, query: { subject_id } })
  return body.rows.map(({ verb, label, by }) => [verb, label, by?.name])
}
const fileOf = async (path: string, query: string, as = admin.token) => {
  const url = `${API_BASE}${path}?${query}`
  return test.app.inject({ url, headers: { authorization: `Bearer ${as}` } })
}

/** Counts of each state if there are no orders. */
const none = {
  pending_confirmation: 0,
  pending_payment: 0,
  awaited: 0,
  paid: 0,
  processed: 0,
  refunded: 0,
  cancelled: 0,
}

describe('the queue', () => {
  it('counts each state among the search results, whichever state is shown', async () => {
    const lastname = 'Zähler'
    for (const status of ['paid', 'paid', 'processed', 'pending_payment'] as const) {
      await createOrder(orm(), { lastname, status })
    }
    const { rows, total, counts } = await list({ search: lastname, status: 'paid' })
    expect([rows.length, total]).toEqual([2, 2])
    expect(counts).toEqual({ ...none, pending_payment: 1, paid: 2, processed: 1 })
    expect((await list({ search: lastname })).total).toBe(4)
  })

  it('filters by product, by day and by how long a payment is overdue', async () => {
    const lastname = 'Filterer'
    const ago = (days: number) => new Date(Date.now() - days * DAY_MS)
    const made = {
      pack: await createOrder(orm(), { lastname, created_at: ago(20) }),
      member: await createOrder(orm(), { lastname, product_id: 3, created_at: ago(5) }),
      paid: await createOrder(orm(), { lastname, status: 'paid', created_at: ago(30) }),
    }
    const matchingIds = async (query: Query) => {
      const ids = (await list({ search: lastname, ...query })).rows.map(({ id }) => id)
      return Object.entries(made).flatMap(([name, { id }]) => (ids.includes(id) ? [name] : []))
    }
    expect(await matchingIds({ product_id: '3' })).toEqual(['member'])
    expect(await matchingIds({ unpaid_days: '14' })).toEqual(['pack'])
    // A paid membership has no parcel, and a corrected order may have an amount due.
    await createOrder(orm(), { lastname, status: 'paid', product_id: 3 })
    await createOrder(orm(), { lastname, status: 'paid', owing_cents: 700 })
    // Fully refunded orders are not posted; partly refunded ones are.
    const given = async (order_id: string, refunded_cents: number) =>
      orm()
        .insert(order_events)
        .values({ order_id, status: 'paid', actor: 'admin', refunded_cents })
    const refunded = await createOrder(orm(), { lastname, status: 'paid' })
    await given(refunded.id, 300)
    await given(refunded.id, 400)
    await given(made.paid.id, 699)
    const toShip = await list({ search: lastname, to_ship: 'true' })
    expect(toShip.rows.map(({ id }) => id)).toEqual([made.paid.id])
    const { rows } = await list({ search: refunded.refno })
    expect(rows).toMatchObject([{ order_status: { name: 'paid' }, is_refunded: true }])
    const day = (at: Date) => dayIn(test.deps.config.timeZone, at)
    expect(await matchingIds({ from: day(ago(20)) })).toEqual(['pack', 'member'])
    expect(await matchingIds({ from: day(ago(30)), until: day(ago(20)) })).toEqual(['pack', 'paid'])
    // The first minutes of a day in Zürich are still the previous day in UTC.
    const late = await createOrder(orm(), {
      lastname,
      created_at: new Date('2026-02-03T23:05:00Z'),
    })
    const ids = async (query: Query) =>
      (await list({ search: lastname, ...query })).rows.map(({ id }) => id)
    expect(await ids({ from: '2026-02-04', until: '2026-02-04' })).toEqual([late.id])
    expect(await ids({ until: '2026-02-03' })).toEqual([])
  })

  it('separates fully refunded orders from paid and shipped ones, in the list, its counts and the CSV', async () => {
    const lastname = 'Rückerstatter'
    const back = async (status: 'paid' | 'processed', refunded_cents: number) => {
      const { id, refno } = await createOrder(orm(), { lastname, status })
      await orm()
        .insert(order_events)
        .values({ order_id: id, status, actor: 'admin', refunded_cents })
      return refno
    }
    const whole = [await back('paid', 700), await back('processed', 700)]
    const part = await back('paid', 699)
    const paid = (await createOrder(orm(), { lastname, status: 'paid' })).refno
    const cancelled = await createOrder(orm(), { lastname, status: 'cancelled' })
    const refnos = async (status: NonNullable<Query['status']>) => {
      const { rows, total, counts } = await list({ search: lastname, status })
      expect([total, counts]).toEqual([
        rows.length,
        { ...none, paid: 2, refunded: 2, cancelled: 1 },
      ])
      const query = new URLSearchParams({ search: lastname, status })
      const { payload } = await fileOf('/admin/orders/export', `${query}`)
      const shown = rows.map(({ refno }) => refno).sort()
      const lines = payload.trim().split('\r\n').slice(1)
      expect(lines.map((line) => line.slice(0, 9)).sort()).toEqual(shown)
      return shown
    }
    expect(await refnos('refunded')).toEqual(whole.sort())
    expect(await refnos('paid')).toEqual([part, paid].sort())
    expect(await refnos('processed')).toEqual([])
    expect(await refnos('cancelled')).toEqual([cancelled.refno])
  })

  it('loses and repeats no row across pages, in every sort order', async () => {
    const lastname = 'Blätterer'
    const at = new Date('2026-01-01T00:00:00Z')
    for (let i = 0; i < 5; i++) await createOrder(orm(), { lastname, created_at: at })
    for (const sort of [
      '-order_date',
      '-payment_amount',
      'payment_amount',
      'name',
      '-name',
    ] as const) {
      const pages = []
      for (const page of ['1', '2', '3']) {
        pages.push(...(await list({ search: lastname, sort, size: '2', page })).rows)
      }
      expect([sort, new Set(pages.map(({ id }) => id)).size]).toEqual([sort, 5])
    }
  })
})

describe('POST /admin/orders/bulk', () => {
  it('changes each order separately, with its mail and audit entry, and returns an outcome for each', async () => {
    const email = `${randomUUID()}@example.org`
    const fields = { email, lang: 'en', status: 'paid' } as const
    const good = await createOrder(orm(), fields)
    const stale = await createOrder(orm(), fields)
    const unpaid = await createOrder(orm(), { ...fields, status: 'pending_payment' })
    const nowhere = randomUUID()
    const note = { id: stale.id, version: 0, note: 'Wait' }
    await test.call(adminOrdersApi.note, { as: other.token, body: note })
    const ids = [stale.id, unpaid.id, nowhere, good.id]
    const { status, body } = await bulk(
      'ship',
      ids.map((id) => ({ id, version: 0 })),
    )
    expect(status).toBe(200)
    expect(body.results).toEqual([
      { id: stale.id, refno: stale.refno, outcome: 'changed_meanwhile' },
      { id: unpaid.id, refno: unpaid.refno, outcome: 'wrong_status' },
      { id: nowhere, refno: null, outcome: 'not_found' },
      { id: good.id, refno: good.refno, outcome: 'done' },
    ])
    expect((await byId(stale.id)).order_status.name).toBe('paid')
    const mails = (await test.mails()).filter(({ recipient }) => recipient === email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Your order is on its way'])
    expect(await actsOn(good.id)).toEqual([['ship', good.refno, 'Mona Frei']])
    expect(await actsOn(stale.id)).toEqual([['note', stale.refno, 'Nino Frei']])
  })

  it('changes each order once when two admins call it at the same time', async () => {
    const made = await Promise.all([1, 2, 3].map(() => createOrder(orm(), { status: 'paid' })))
    const rows = made.map(({ id }) => ({ id, version: 0 }))
    const answers = await Promise.all([
      bulk('ship', rows),
      bulk('ship', rows.toReversed(), other.token),
    ])
    const outcomes = answers
      .flatMap(({ body }) => body.results.map(({ outcome }) => outcome))
      .sort()
    expect(outcomes).toEqual([...Array(3).fill('changed_meanwhile'), ...Array(3).fill('done')])
  })

  it('accepts a hundred orders, and refuses more, none and other acts', async () => {
    const row = { id: randomUUID(), version: 0 }
    expect((await bulk('confirm', Array(100).fill(row))).body.results).toHaveLength(100)
    expect((await bulk('confirm', Array(101).fill(row))).status).toBe(422)
    expect((await bulk('confirm', [])).status).toBe(422)
    expect((await bulk('cancel' as never, [row])).status).toBe(422)
    const user = await createUser(orm())
    expect((await bulk('ship', [row], user.token)).status).toBe(404)
  })
})

describe('a payment or refund that failed', () => {
  const PAYMENT = {
    provider: 'stripe',
    amount_cents: 700,
    currency: 'CHF',
    proof_hash: 'x',
  } as const

  it('needs attention until an admin has settled it', async () => {
    const lastname = 'Achtung'
    const mismatched = await createOrder(orm(), { lastname })
    const refused = await createOrder(orm(), { lastname, status: 'paid' })
    await createOrder(orm(), { lastname })
    const toldState = { refno: '123', amount_cents: 1, currency: 'EUR' }
    const [payment] = await orm()
      .insert(payments)
      .values({ ...PAYMENT, order_id: mismatched.id, status: 'mismatch', told: toldState })
      .returning()
    const [refund] = await orm()
      .insert(refunds)
      .values({
        order_id: refused.id,
        amount_cents: 700,
        currency: 'CHF',
        status: 'refused',
        reason: 'Card closed',
      })
      .returning()
    const needingAttention = async () =>
      (await list({ search: lastname, attention: 'true' })).rows.map(({ id }) => id).sort()
    expect(await needingAttention()).toEqual([mismatched.id, refused.id].sort())
    const read = await byId(mismatched.id)
    expect([read.attention, read.payments[0]?.told]).toEqual([
      true,
      { refno: '123', amount: 0.01, currency: 'EUR' },
    ])
    expect((await byId(refused.id)).refunds).toMatchObject([
      { status: 'refused', refusal: 'Card closed' },
    ])
    const settle = (id: string, of: string | undefined) =>
      test.call(adminOrdersApi.settle, { as: admin.token, body: { id, of: of ?? '' } })
    expect((await settle(refused.id, payment?.id)).status).toBe(404)
    expect((await settle(mismatched.id, payment?.id)).body.attention).toBe(false)
    expect((await settle(refused.id, refund?.id)).body.refunds[0]?.settled_at).not.toBeNull()
    expect(await needingAttention()).toEqual([])
    expect(await actsOn(refused.id)).toEqual([['settle', refused.refno, 'Mona Frei']])
  })

  it('needs attention once a refund has been due for an hour', async () => {
    const lastname = 'Spätzahler'
    const { id } = await createOrder(orm(), { lastname, status: 'cancelled' })
    const late = { ...PAYMENT, order_id: id, status: 'refund_due' } as const
    await orm().insert(payments).values(late)
    expect((await byId(id)).attention).toBe(false)
    const created_at = new Date(Date.now() - 2 * HOUR_MS)
    await orm().update(payments).set({ created_at }).where(eq(payments.order_id, id))
    expect((await byId(id)).attention).toBe(true)
  })
})

describe('a cancelled order that was paid', () => {
  const cancelled = async (lastname: string) => {
    const { id } = await createOrder(orm(), { lastname, status: 'paid' })
    await orm().insert(order_events).values({ order_id: id, status: 'paid', actor: 'payment' })
    const body = { id, version: 1 }
    const { status } = await test.call(adminOrdersApi.cancel, { as: admin.token, body })
    expect(status).toBe(200)
    return id
  }
  const waiting = async (search: string) =>
    (await list({ search, attention: 'true' })).rows.map(({ id }) => id)
  const giveBack = (id: string, amount: number) =>
    test.call(refundsApi.refund, { as: admin.token, body: { id, amount, note: '' } })

  it('needs attention until all of its money is refunded', async () => {
    const id = await cancelled('Rückgeld')
    const read = await byId(id)
    expect([read.attention, read.refundable]).toEqual([true, 7])
    await giveBack(id, 3)
    expect(await waiting('Rückgeld')).toEqual([id])
    await giveBack(id, 4)
    expect([await waiting('Rückgeld'), (await byId(id)).attention]).toEqual([[], false])
  })

  it('needs no attention once an admin has settled a refused refund', async () => {
    const id = await cancelled('Überwiesen')
    const refused = { order_id: id, amount_cents: 700, currency: 'CHF', status: 'refused' } as const
    const [refund] = await orm().insert(refunds).values(refused).returning()
    expect(await waiting('Überwiesen')).toEqual([id])
    const body = { id, of: refund?.id ?? '' }
    await test.call(adminOrdersApi.settle, { as: admin.token, body })
    expect(await waiting('Überwiesen')).toEqual([])
  })

  it('needs no attention once an admin has settled its payment', async () => {
    const id = await cancelled('Gespendet')
    const money = { order_id: id, amount_cents: 700, currency: 'CHF' } as const
    await orm()
      .insert(bank_payments)
      .values({ ...money, received_on: '2026-03-04' })
    expect(await waiting('Gespendet')).toEqual([id])
    const of = (await byId(id)).payments[0]?.id ?? ''
    const { body } = await test.call(adminOrdersApi.settle, { as: admin.token, body: { id, of } })
    expect([body.attention, body.payments[0]?.settled_at]).toEqual([false, expect.any(String)])
    expect(await waiting('Gespendet')).toEqual([])
  })

  it('needs no attention if it was never paid', async () => {
    const { id } = await createOrder(orm(), { lastname: 'Unbezahlt', status: 'cancelled' })
    expect((await byId(id)).attention).toBe(false)
  })
})

it('an order shows its refunds with their reasons, and a refund with an old version is refused', async () => {
  const { id, refno } = await createOrder(orm(), { status: 'paid' })
  const ask = (amount: number, version: number, as: string) =>
    test.call(refundsApi.refund, { as, body: { id, amount, version, note: 'Sheet was torn' } })
  expect((await byId(id)).refundable).toBe(7)
  expect((await ask(2.5, 0, admin.token)).status).toBe(200)
  const read = await byId(id)
  expect([read.refunded, read.refundable]).toEqual([2.5, 4.5])
  const by = { id: admin.id, name: 'Mona Frei' }
  expect(read.refunds).toMatchObject([{ amount: 2.5, note: 'Sheet was torn', by_bank: true, by }])
  const { status, error } = await ask(2.5, 0, other.token)
  expect([status, error.code]).toEqual([409, 'changed_meanwhile'])
  expect(error.current as AdminOrder).toEqual(read)
  expect(await actsOn(id)).toEqual([['refund', refno, 'Mona Frei']])
})

describe('GET /admin/orders/export', () => {
  const csv = (query: string, as?: string) => fileOf('/admin/orders/export', query, as)

  it('returns the listed orders as CSV for Excel, with formulas escaped', async () => {
    const lastname = 'Tabelle'
    const at = (day: number) => new Date(Date.UTC(2026, 0, day))
    const first = { lastname, firstname: '=HYPERLINK("x")', created_at: at(1), note: 'a\nb' }
    const { refno } = await createOrder(orm(), first)
    await createOrder(orm(), { lastname, firstname: 'Zoë', created_at: at(2) })
    await createOrder(orm(), { lastname, status: 'cancelled' })
    const { statusCode, headers, rawPayload } = await csv(
      `search=${lastname}&status=pending_payment`,
    )
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    const [head, newest, oldest, ...rest] = rawPayload.toString().slice(1).split('\r\n')
    expect(head).toMatch(/^refno;order_date;status;product;amount;price;/)
    expect(newest).toContain(';Zoë;Tabelle;')
    expect(oldest).toContain(`${refno};2026-01-01T00:00:00.000Z;pending_payment;`)
    expect(oldest).toContain(`;"'=HYPERLINK(""x"")";`)
    expect(rest).toEqual([''])
  })

  it('names products in the requested language, or else in that of the account', async () => {
    const { refno } = await createOrder(orm(), { lastname: 'Sprache' })
    const productIn = async (lang: string) =>
      (await csv(`search=${refno}${lang}`)).payload.split('\r\n')[1]?.split(';')[3]
    expect(await productIn('&lang=fr')).toBe('Planche d’autocollants')
    expect(await productIn('&lang=de')).toBe('Stickerbogen')
    expect(await productIn('')).toBe('Sticker sheet')
  })

  it('contains every row once, however many pages it is read in', async () => {
    const lastname = 'Vielzeiler'
    const { id: _, refno, request_id, ...like } = await createOrder(orm(), { lastname })
    const rows = Array.from({ length: 2099 }, (_each, i) => ({
      ...like,
      refno: `${900_000_000 + i}`,
    }))
    for (let i = 0; i < rows.length; i += 700)
      await orm()
        .insert(orders)
        .values(rows.slice(i, i + 700))
    const lines = (await csv(`search=${lastname}`)).payload.trim().split('\r\n').slice(1)
    expect([lines.length, new Set(lines.map((line) => line.slice(0, 9))).size]).toEqual([
      2100, 2100,
    ])
  })

  it('is recorded in the audit log without the search text, and returns 403 to moderators', async () => {
    await csv('search=Geheimnis')
    const query = { subject_id: 'all', verb: 'export' } as const
    const { body } = await test.call(auditApi.list, { as: admin.token, query })
    expect(body.rows[0]).toMatchObject({ after: { search: '…' }, by: { name: 'Mona Frei' } })
    expect((await csv('', (await createUser(orm(), { role_id: 2 })).token)).statusCode).toBe(403)
  })
})

describe('ideas for new stickers', () => {
  const ideas = async (query: QueryInput<typeof orderIdeasApi.list>) =>
    (await test.call(orderIdeasApi.list, { as: admin.token, query })).body
  const mark = (
    body: { id: string; from: OrderIdea['state']; to: OrderIdea['state'] },
    as = admin.token,
  ) => test.call(orderIdeasApi.mark, { as, body })

  it('can be searched and marked, and a mark based on an old state is refused', async () => {
    const { id, refno } = await createOrder(orm(), { ideas: 'A raclette oven, please' })
    await createOrder(orm(), { ideas: '' })
    const { rows, counts } = await ideas({ search: 'RACLETTE' })
    expect(rows).toMatchObject([{ id, refno, name: 'Ada Muster', state: 'new' }])
    expect(counts).toEqual({ new: 1, seen: 0, settled: 0 })
    expect((await mark({ id, from: 'new', to: 'settled' })).body.state).toBe('settled')
    expect((await ideas({ search: 'raclette', state: 'new' })).total).toBe(0)
    expect((await ideas({ search: 'raclette', state: 'settled' })).total).toBe(1)
    expect(await actsOn(id)).toEqual([['settle', refno, 'Mona Frei']])
    const late = await mark({ id, from: 'new', to: 'seen' }, other.token)
    expect([late.status, late.error.code]).toEqual([409, 'changed_meanwhile'])
    expect(late.error.current).toMatchObject({ state: 'settled' })
    expect((await mark({ id, from: 'settled', to: 'new' })).body.state).toBe('new')
  })

  it('cannot be marked on an order without an idea, or with an unknown state', async () => {
    const { id } = await createOrder(orm())
    expect((await mark({ id, from: 'new', to: 'seen' })).status).toBe(404)
    expect((await mark({ id, from: 'new', to: 'lost' as never })).status).toBe(422)
  })

  it('are exported without names', async () => {
    const { refno } = await createOrder(orm(), { ideas: '@fondue', lastname: 'Heimlich' })
    const { payload } = await fileOf('/admin/orders/ideas/export', 'search=fondue')
    expect(payload).toMatch(/^\uFEFForder_date;refno;state;idea\r\n/)
    expect(payload).toContain(`;${refno};new;'@fondue\r\n`)
    expect(payload).not.toContain('Heimlich')
  })
})
