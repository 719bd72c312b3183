import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createItem,
  createLetterbox,
  createUser,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import {
  transaction_events,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { impactApi as api } from '../contract.ts'
import { countImpact, type PastMonths } from './counting.ts'

const LADDER = 1
const TENT = 2
const DRILL = 3
/** Noon in Zurich. The first hour of December is still November in UTC. */
const NOW = new Date('2026-12-15T11:00:00Z')
const clock = () => NOW

type Status = 'requested' | 'accepted' | 'handed_over' | 'returned'

describe('the numbers of a community', () => {
  let test: TestApp
  let borrower: TestUser
  let lender: TestUser
  const orm = () => test.deps.database.orm
  const show = () => countImpact({ ...test.deps, clock })

  /** Requests for an item, asked and handed over at the same moment. */
  async function lend(
    count: number,
    item_id: number,
    at: string,
    status: Status = 'returned',
    fields: Partial<typeof transactions.$inferInsert> = {},
  ) {
    const created_at = new Date(at)
    const steps: Status[] = ['requested', 'accepted', 'handed_over', 'returned']
    for (let index = 0; index < count; index += 1) {
      const [row] = await orm()
        .insert(transactions)
        .values({
          item_id,
          borrower_id: borrower.id,
          lender_id: lender.id,
          status,
          created_at,
          ...(status === 'accepted' && { lent: '[2026-12-01,2026-12-02)', copy: index }),
          ...fields,
        })
        .returning({ id: transactions.id })
      const events = steps.slice(0, steps.indexOf(status) + 1)
      await orm()
        .insert(transaction_events)
        .values(
          events.map((step) => ({ transaction_id: row?.id ?? '', status: step, at: created_at })),
        )
    }
  }
  async function move(count: number, at: string, hidden = false) {
    for (let index = 0; index < count; index += 1) {
      await createLetterbox(orm(), {
        created_at: new Date(at),
        ownerFields: { show_on_map: !hidden },
      })
    }
  }

  beforeAll(async () => {
    test = await createTestApp()
    borrower = await createUser(orm())
    lender = await createUser(orm())
    for (const id of [LADDER, TENT, DRILL]) await createItem(orm(), id)
    await lend(8, LADDER, '2026-10-10T10:00:00Z')
    await lend(4, LADDER, '2026-11-10T10:00:00Z')
    await lend(6, LADDER, '2026-11-30T23:30:00Z')
    await lend(5, TENT, '2026-12-10T10:00:00Z')
    await lend(7, DRILL, '2023-01-10T10:00:00Z')
    // Requested or accepted only.
    await lend(6, DRILL, '2026-12-10T10:00:00Z', 'accepted')
    await lend(4, TENT, '2026-12-10T10:00:00Z', 'requested')
    const ask_id = '7d5f0a50-0000-4000-8000-000000000000'
    await lend(5, TENT, '2026-12-10T10:00:00Z', 'requested', { ask_id })
    await lend(9, TENT, '2026-12-10T10:00:00Z', 'requested', { held_at: NOW })
    await move(6, '2026-10-02T10:00:00Z')
    await move(3, '2026-11-02T10:00:00Z')
    await move(9, '2026-12-02T10:00:00Z', true)
    await test.deps.letterboxFeed.refresh(
      (await orm().select({ id: letterboxes.id }).from(letterboxes)).map(({ id }) => id),
    )
  })
  afterAll(() => test.close())

  it('are listed by month in the time zone of the community, from the first month with a shown number', async () => {
    expect((await show()).months).toEqual([
      { month: '2026-10', loans: 8, letterboxes: 6 },
      { month: '2026-11', loans: null, letterboxes: null },
      { month: '2026-12', loans: 11, letterboxes: null },
    ])
  })

  it('exclude hidden months from their totals', async () => {
    const impact = await show()
    expect(impact.loans).toEqual({ count: 26, at_least: true })
    expect(impact.accepted).toEqual({ count: 32, at_least: true })
    expect(impact.letterboxes).toEqual({ count: 6, at_least: true })
  })

  it('include the most wanted and most lent items of a year', async () => {
    const impact = await show()
    expect(impact.most_wanted).toEqual([
      { item_id: LADDER, count: 18 },
      { item_id: TENT, count: 10 },
      { item_id: DRILL, count: 6 },
    ])
    expect(impact.most_lent).toEqual([
      { item_id: LADDER, count: 18 },
      { item_id: TENT, count: 5 },
    ])
  })

  it('never depend on hidden letterboxes', async () => {
    const before = await show()
    await move(7, '2026-10-03T10:00:00Z', true)
    await createLetterbox(orm(), {
      created_at: new Date('2026-10-03T10:00:00Z'),
      holiday_until: '2027-01-01',
    })
    expect(await show()).toEqual(before)
  })

  it('of past months are counted once a day', async () => {
    const past: PastMonths = new Map()
    const at = (hours: number) =>
      countImpact({ ...test.deps, clock: () => new Date(NOW.getTime() + hours * HOUR_MS) }, past)
    const letterboxesAfter = async (hours: number) =>
      (await at(hours)).months.map((each) => each.letterboxes)
    expect(await letterboxesAfter(0)).toEqual([6, null, null])
    await move(4, '2026-11-03T10:00:00Z')
    await move(5, '2026-12-03T10:00:00Z')
    expect(await letterboxesAfter(23)).toEqual([6, null, 5])
    expect(await letterboxesAfter(24)).toEqual([6, 7, 5])
  })
})

describe('GET /impact', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp()
  })
  afterAll(() => test.close())

  it('returns neither numbers nor zeros for a new community', async () => {
    const { status, body } = await test.call(api.show)
    expect(status).toBe(200)
    expect(body).toEqual({
      letterboxes: { count: null, at_least: true },
      loans: { count: null, at_least: true },
      accepted: { count: null, at_least: true },
      months: [],
      most_wanted: [],
      most_lent: [],
    })
  })

  it('is cached by browsers, and returns 304 if unchanged', async () => {
    const { headers } = await test.call(api.show)
    expect(headers['cache-control']).toBe('public, max-age=300, stale-while-revalidate=600')
    const again = await test.app.inject({
      url: '/api/v1/impact',
      headers: { 'if-none-match': String(headers.etag) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})
