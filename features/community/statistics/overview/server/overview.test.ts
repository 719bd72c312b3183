import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createItem,
  createLetterbox,
  createOrder,
  createUser,
  type TestLetterbox,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import {
  transaction_events,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import { wishes } from '#features/lending/wishes/tables.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { payments, refunds } from '#features/shop/payments/tables.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { adminOverviewApi as api } from '../contract.admin.ts'

const LADDER = 1
const TENT = 2
/** Noon in Zurich. The first hour of December is still November in UTC. */
const NOW = new Date('2026-12-15T11:00:00Z')
const BERN = { postcode: '3011', city: 'Bern', latitude: 46.95, longitude: 7.45 }
const AARAU = { postcode: '5000', city: 'Aarau', latitude: 47.39, longitude: 8.05 }

describe('the overview', () => {
  let test: TestApp
  let admin: TestUser
  let zurich: TestLetterbox
  let bern: TestLetterbox
  let neighbour: TestLetterbox
  const orm = () => test.deps.database.orm
  const show = async (query: { from?: string; until?: string; region?: string } = {}) =>
    (await test.call(api.overview, { as: admin.token, query })).body
  const monthOf = async (month: string) =>
    (await show()).months.find((each) => each.month === month)

  async function ask(
    lender: TestLetterbox,
    borrower: TestLetterbox,
    at: string,
    fields: Partial<typeof transactions.$inferInsert> & { answeredAfter?: number } = {},
  ) {
    const { answeredAfter, ...columns } = fields
    const created_at = new Date(at)
    const [row] = await orm()
      .insert(transactions)
      .values({
        item_id: LADDER,
        borrower_id: borrower.owner.id,
        lender_id: lender.owner.id,
        created_at,
        answered_at:
          answeredAfter === undefined
            ? null
            : new Date(created_at.getTime() + answeredAfter * HOUR_MS),
        ...columns,
      })
      .returning({ id: transactions.id })
    return row?.id ?? ''
  }

  async function pay(cents: number, at: string, currency: 'CHF' | 'EUR' = 'CHF') {
    const order = await createOrder(orm(), {
      product_id: 3,
      amount: cents,
      piece_cents: 1,
      price_cents: cents,
      currency,
      donation_cents: 100,
      status: 'paid',
      created_at: new Date(at),
    })
    const provider = 'sandbox'
    const payment = { order_id: order.id, provider, currency, proof_hash: order.id } as const
    await orm()
      .insert(payments)
      .values({
        ...payment,
        amount_cents: cents + 100,
        status: 'succeeded',
        created_at: new Date(at),
        updated_at: new Date(at),
      })
    return order.id
  }

  beforeAll(async () => {
    test = await createTestApp({ deps: { clock: () => NOW } })
    admin = await createUser(orm(), { role_id: 3 })
    for (const id of [LADDER, TENT]) await createItem(orm(), id)
    const came = (at: string) => ({ created_at: new Date(at) })
    zurich = await createLetterbox(orm(), { ...came('2025-03-01'), items: [LADDER] })
    neighbour = await createLetterbox(orm(), { ...came('2026-10-02'), postcode: '8005' })
    // Already December in the community's time zone.
    bern = await createLetterbox(orm(), { ...came('2026-11-30T23:30:00Z'), ...BERN, items: [TENT] })
    // A letterbox without a position does not count.
    await createLetterbox(orm(), { ...came('2026-10-02'), latitude: null, longitude: null })
    await test.deps.letterboxFeed.refresh(
      (await orm().select({ id: letterboxes.id }).from(letterboxes)).map(({ id }) => id),
    )

    await ask(zurich, neighbour, '2026-10-10T10:00:00Z', { answeredAfter: 24 })
    await ask(zurich, neighbour, '2026-10-11T10:00:00Z', { answeredAfter: 25 })
    await ask(zurich, bern, '2026-10-31T23:30:00Z')
    // One request to two letterboxes, of which one is near.
    const ask_id = '7d5f0a50-0000-4000-8000-000000000000'
    await ask(bern, neighbour, '2026-12-05T10:00:00Z', { ask_id, item_id: TENT })
    await ask(zurich, neighbour, '2026-12-05T10:00:00Z', { ask_id, item_id: TENT })
    // A held request, which has not reached the lender.
    await ask(zurich, neighbour, '2026-12-06T10:00:00Z', { held_at: NOW })
    const lent = await ask(bern, neighbour, '2026-12-07T10:00:00Z', { answeredAfter: 1 })
    await orm()
      .insert(transaction_events)
      .values([
        { transaction_id: lent, status: 'accepted', at: NOW },
        { transaction_id: lent, status: 'handed_over', at: NOW },
      ])

    const wish = {
      item_id: TENT,
      lang: 'de' as const,
      confirmed_at: NOW,
      created_at: NOW,
      latitude: 47.37,
      longitude: 8.54,
      expires_at: new Date('2027-12-01'),
    }
    const wisher = () => createUser(orm())
    await orm()
      .insert(wishes)
      .values([
        { ...wish, radius: 5_000, user_id: (await wisher()).id },
        { ...wish, radius: 1_000, item_id: LADDER, user_id: (await wisher()).id },
        // From a place without letterboxes; those of Zurich are nearest, and a tent is within reach.
        {
          ...wish,
          latitude: AARAU.latitude,
          longitude: AARAU.longitude,
          radius: 50_000,
          item_id: LADDER,
          user_id: (await wisher()).id,
        },
        { ...wish, radius: 5_000, confirmed_at: null, email: 'eve@example.org' },
        { ...wish, radius: 5_000, expires_at: NOW, user_id: (await wisher()).id },
      ])

    const donatedOrder = await pay(2_000, '2026-10-05T10:00:00Z')
    await pay(4_000, '2026-11-30T23:30:00Z')
    await pay(1_000, '2026-12-01T10:00:00Z', 'EUR')
    await orm()
      .insert(refunds)
      .values({
        order_id: donatedOrder,
        amount_cents: 500,
        currency: 'CHF',
        status: 'succeeded',
        updated_at: new Date('2026-12-02'),
      })
    await createOrder(orm(), { status: 'cancelled', created_at: new Date('2026-12-03') })
    await createOrder(orm(), { created_at: new Date('2026-12-03') })
  })
  afterAll(() => test.close())

  it('covers the last twelve months in the time zone of the community', async () => {
    const { months, running, began } = await show()
    expect(months.map(({ month }) => month)).toEqual([
      '2026-01',
      '2026-02',
      '2026-03',
      '2026-04',
      '2026-05',
      '2026-06',
      '2026-07',
      '2026-08',
      '2026-09',
      '2026-10',
      '2026-11',
      '2026-12',
    ])
    expect([running, began]).toEqual(['2026-12', '2025-03'])
  })

  it('counts letterboxes with a spot, by month and in total', async () => {
    const lastMonths = (await show()).months.slice(-4)
    expect(lastMonths.map((each) => [each.letterboxes_new, each.letterboxes])).toEqual([
      [0, 1],
      [1, 2],
      [0, 2],
      [1, 3],
    ])
  })

  it('counts requests and answers within a day', async () => {
    const lastMonths = (await show()).months.slice(-3)
    expect(lastMonths.map((each) => [each.requests, each.answered_within_a_day])).toEqual([
      [2, 1],
      [1, 0],
      [3, 1],
    ])
    expect(lastMonths.map(({ loans }) => loans)).toEqual([0, 0, 1])
  })

  it('counts a lender as active who answered in a month or the two before', async () => {
    const activeLendersUntil = async (until: string) =>
      (await show({ from: '2026-09', until })).months.map((each) => each.active_lenders)
    expect(await activeLendersUntil('2026-12')).toEqual([0, 1, 1, 2])
    // A month queried by itself still considers the months before.
    expect((await show({ from: '2026-12', until: '2026-12' })).months[0]?.active_lenders).toBe(2)
  })

  it('counts valid orders by product', async () => {
    expect((await monthOf('2026-12'))?.orders).toEqual([
      { product_id: 1, count: 1 },
      { product_id: 3, count: 2 },
    ])
  })

  it('sums payments minus refunds, by month and currency', async () => {
    expect((await monthOf('2026-10'))?.revenue).toEqual([
      { currency: 'CHF', paid: 21, refunded: 0, revenue: 21 },
    ])
    expect((await monthOf('2026-11'))?.revenue).toEqual([])
    expect((await monthOf('2026-12'))?.revenue).toEqual([
      { currency: 'CHF', paid: 41, refunded: 5, revenue: 36 },
      { currency: 'EUR', paid: 11, refunded: 0, revenue: 11 },
    ])
  })

  it('names regions after the town with most letterboxes', async () => {
    expect((await show()).regions).toEqual([
      { id: 'CH-80', city: 'Zürich', letterboxes: 2 },
      { id: 'CH-30', city: 'Bern', letterboxes: 1 },
    ])
  })

  it('lists the most wanted items, and counts an ask to several lenders once', async () => {
    expect((await show()).most_wanted).toEqual([
      { item_id: LADDER, requests: 4, wishes: 2 },
      { item_id: TENT, requests: 1, wishes: 1 },
    ])
    expect((await show({ region: 'CH-80' })).most_wanted).toEqual([
      { item_id: LADDER, requests: 3, wishes: 2 },
      { item_id: TENT, requests: 1, wishes: 1 },
    ])
    expect((await show({ region: 'CH-30' })).most_wanted).toEqual([
      { item_id: LADDER, requests: 1, wishes: 0 },
      { item_id: TENT, requests: 1, wishes: 0 },
    ])
  })

  it('lists the most missing items: wished for out of reach, or requested far away', async () => {
    expect((await show()).most_missing).toEqual([
      { item_id: LADDER, requests: 2, wishes: 0 },
      { item_id: TENT, requests: 0, wishes: 1 },
    ])
    expect((await show({ region: 'CH-80' })).most_missing).toEqual([
      { item_id: LADDER, requests: 1, wishes: 0 },
      { item_id: TENT, requests: 0, wishes: 1 },
    ])
    expect((await show({ region: 'CH-99' })).most_missing).toEqual([])
  })

  it('is cached for a while', async () => {
    const before = await show()
    await ask(zurich, neighbour, '2026-12-10T10:00:00Z')
    expect(await show()).toEqual(before)
    const [, , , ...later] = (await show({ from: '2026-09', until: '2026-12' })).months
    expect(later.map(({ requests }) => requests)).toEqual([3])
  })

  it('omits future months, and refuses invalid periods', async () => {
    const { months } = await show({ from: '2026-12', until: '2027-03' })
    expect(months.map(({ month }) => month)).toEqual(['2026-12'])
    for (const query of [
      { from: '2026-11', until: '2026-10' },
      { from: '2019-01' },
      { from: '2026-13' },
    ]) {
      const { status } = await test.call(api.overview, { as: admin.token, query })
      expect([query, status >= 400 && status < 500]).toEqual([query, true])
    }
  })

  it('is refused to visitors, members and moderators', async () => {
    const moderator = await createUser(orm(), { role_id: 2 })
    expect((await test.call(api.overview)).status).toBe(404)
    expect((await test.call(api.overview, { as: moderator.token })).status).toBe(403)
    expect((await test.call(api.overview, { as: zurich.owner.token })).status).toBe(404)
  })
})

it('the overview of a new community is empty', async () => {
  const test = await createTestApp()
  const admin = await createUser(test.deps.database.orm, { role_id: 3 })
  const { body } = await test.call(api.overview, { as: admin.token })
  expect(body).toMatchObject({ began: null, regions: [], most_wanted: [], most_missing: [] })
  expect(body.months.at(-1)).toMatchObject({ letterboxes: 0, requests: 0, orders: [], revenue: [] })
  await test.close()
})
