import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestLetterbox } from '#app/server/testing/factories.ts'
import { LADDER, loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
import { letterboxesApi as api } from '#features/places/letterboxes/contract.ts'
import { LOAN_MAX_DAYS } from '#features/places/letterboxes/lent/loan-limits.ts'
import { DAY_MS } from '#platform/shared/durations.ts'

const DRILL = 2

let test: TestApp
/** Another process on the same database. */
let other: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  test = await createTestApp()
  other = await createTestApp({ sharing: test })
  loans = loansOf(test)
})
afterAll(async () => {
  await other.close()
  await test.close()
})

const day = (fromToday: number) => loans.dayFromNow(fromToday)

let spots = 0
/** A lender alone in a box. */
async function newLender(items = [LADDER]) {
  const latitude = 10 + ++spots
  const lender = await loans.newLender({ items, latitude, longitude: 20 })
  for (const app of [test, other]) await app.deps.letterboxFeed.refresh([lender.id])
  return { ...lender, latitude }
}
type Lender = Awaited<ReturnType<typeof newLender>>

async function agreed(lender: TestLetterbox, from: number, until: number) {
  const borrower = await loans.newBorrower()
  const wanted = { wanted_from: day(from), wanted_until: day(until) }
  const asked = await loans.ask(borrower, lender, wanted)
  await loans.accept(lender.owner, asked)
  return asked
}

interface Days {
  free_from?: string
  free_until?: string
}

const boxOf = ({ latitude }: Lender) => ({
  south_west: `${latitude - 0.001},19.999`,
  north_east: `${latitude + 0.001},20.001`,
})

/** What a visitor sees of a lender on some days: the same number in list, tile and counts. */
async function seenOn(app: TestApp, lender: Lender, days: Days, sticker = LADDER) {
  const box = boxOf(lender)
  const side = 2 ** 18
  const sine = Math.sin((lender.latitude * Math.PI) / 180)
  const params = {
    z: '18',
    x: String(Math.floor((20 / 360 + 0.5) * side)),
    y: String(Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * side)),
  }
  const list = await app.call(api.filterBySticker, {
    query: { ...box, ...days, sticker_id: String(sticker) },
  })
  const tile = await app.call(api.tile, { params, query: { ...days, sticker_id: String(sticker) } })
  const counts = await app.call(api.stickerCounts, { query: { ...box, ...days } })
  const counted = counts.body.counts.find(({ id }) => id === sticker)?.count ?? 0
  expect([list.body.total, list.body.letterboxes.length]).toEqual([counted, counted])
  expect([tile.body.total, tile.body.letterboxes.length]).toEqual([counted, counted])
  return counted
}
const onDay = (n: number): Days => ({ free_from: day(n) })

describe('the map of a day', () => {
  it('leaves out a thing from the yes until its return, in every process', async () => {
    const lender = await newLender([LADDER, DRILL])
    const everywhere = (days: Days, sticker?: number) =>
      Promise.all([test, other].map((app) => seenOn(app, lender, days, sticker)))
    expect(await everywhere(onDay(4))).toEqual([1, 1])
    const asked = await agreed(lender, 3, 5)
    await expect.poll(() => everywhere(onDay(4))).toEqual([0, 0])
    expect(await everywhere({})).toEqual([1, 1])
    expect(await everywhere(onDay(2))).toEqual([1, 1])
    expect(await everywhere(onDay(6))).toEqual([1, 1])
    expect(await everywhere({ free_from: day(1), free_until: day(3) })).toEqual([0, 0])
    expect(await everywhere({ free_from: day(1), free_until: day(2) })).toEqual([1, 1])
    expect(await everywhere(onDay(4), DRILL)).toEqual([1, 1])

    await loans.step('handOver', lender.owner, asked)
    await expect.poll(() => everywhere(onDay(0))).toEqual([0, 0])
    await loans.step('return', lender.owner, asked)
    await expect.poll(() => everywhere(onDay(4))).toEqual([1, 1])
  })

  it('has a thing on exactly the days on which it can be asked for', async () => {
    const lender = await newLender()
    await test.deps.database.orm.execute(
      sql`UPDATE letterbox_items SET copies = 2 WHERE letterbox_id = ${lender.id}`,
    )
    const out = await agreed(lender, 1, 3)
    await agreed(lender, 2, 6)
    await agreed(lender, 5, 5)
    await loans.step('handOver', lender.owner, out)
    await test.deps.letterboxFeed.refresh([lender.id])
    const { body: taken } = await test.call(requestsApi.takenDays, {
      as: (await loans.newBorrower()).token,
      query: { renter_id: lender.owner.id, item_id: String(LADDER) },
    })
    const isTaken = (n: number) =>
      taken.some(({ from, until }) => from <= day(n) && day(n) <= until)
    const days = Array.from({ length: 9 }, (_, n) => n)
    const seen = await Promise.all(days.map((n) => seenOn(test, lender, onDay(n))))
    expect(seen).toEqual([1, 1, 0, 0, 1, 0, 1, 1, 1])
    expect(seen).toEqual(days.map((n) => (isTaken(n) ? 0 : 1)))
  })

  it('finds the line of an owner only if the thing is free', async () => {
    const lender = await newLender()
    const body = { item_id: LADDER, line: 'Telescopic, 5 m' }
    await test.call(api.updateItemLine, { as: lender.owner.token, body })
    await agreed(lender, 3, 5)
    await test.deps.letterboxFeed.refresh([lender.id])
    const near = { latitude: String(lender.latitude), longitude: '20' }
    const foundOn = async (days: Days) =>
      (await test.call(api.byLine, { query: { q: 'telescopic', ...near, ...days } })).body.length
    expect(await Promise.all([foundOn({}), foundOn(onDay(2)), foundOn(onDay(4))])).toEqual([
      1, 1, 0,
    ])
  })

  it('marks what is taken on request, in tile and list', async () => {
    const lender = await newLender([LADDER, DRILL])
    await agreed(lender, 3, 5)
    await test.deps.letterboxFeed.refresh([lender.id])
    const markOn = async (n: number, sticker: number) => {
      const query = { ...onDay(n), with_taken: 'true' as const, sticker_id: String(sticker) }
      const [list, tile] = await Promise.all([
        test.call(api.filterBySticker, { query: { ...boxOf(lender), ...query } }),
        test.call(api.tile, { params: { z: '0', x: '0', y: '0' }, query }),
      ])
      const mark = list.body.letterboxes[0]?.taken
      expect(list.body.total).toBe(1)
      expect(tile.body.letterboxes.find(({ id }) => id === lender.id)?.taken).toBe(mark)
      return mark
    }
    expect(await Promise.all([markOn(2, LADDER), markOn(4, LADDER), markOn(4, DRILL)])).toEqual([
      undefined,
      true,
      undefined,
    ])
  })

  it('leaves out what is late for one more day after midnight', async () => {
    const lender = await newLender()
    const asked = await agreed(lender, 0, 0)
    await loans.step('handOver', lender.owner, asked)
    await test.deps.letterboxFeed.refresh([lender.id])
    const days = { free_from: day(1) }
    expect(await seenOn(test, lender, onDay(0))).toBe(0)
    expect(await seenOn(test, lender, days)).toBe(1)
    test.advance(DAY_MS)
    expect(await seenOn(test, lender, days)).toBe(0)
    test.advance(-DAY_MS)
  })

  it('tells visitors nothing but whether each thing is free then', async () => {
    const lender = await newLender([LADDER, DRILL])
    await agreed(lender, 3, 5)
    await test.deps.letterboxFeed.refresh([lender.id])
    const listOn = async (days: Days) =>
      (await test.call(api.list, { query: { ...boxOf(lender), ...days } })).body
    const { letterboxes, ...others } = await listOn(onDay(4))
    const itemsOn = letterboxes.flatMap(({ items }) => items)
    expect(itemsOn.map(({ id, free }) => [id, free])).toEqual([
      [LADDER, false],
      [DRILL, true],
    ])
    const withoutFree = letterboxes.map((letterbox) => ({
      ...letterbox,
      items: letterbox.items.map(({ free: _, ...item }) => item),
    }))
    expect({ letterboxes: withoutFree, ...others }).toEqual(await listOn({}))
  })

  it.each<[what: string, days: (today: (n: number) => string) => Days, status: number]>([
    ['yesterday', (n) => ({ free_from: n(-1) }), 422],
    ['a day more than a year ahead', (n) => ({ free_from: n(LOAN_MAX_DAYS + 1) }), 422],
    ['an end before its beginning', (n) => ({ free_from: n(3), free_until: n(2) }), 422],
    ['a day that does not exist', () => ({ free_from: '2026-02-30' }), 400],
    ['the farthest day', (n) => ({ free_until: n(LOAN_MAX_DAYS) }), 200],
  ])('answers %s with a status of its own', async (_what, days, expected) => {
    const query = { south_west: '0,0', north_east: '1,1', ...days(day) }
    const [list, counts, tile] = await Promise.all([
      test.call(api.list, { query }),
      test.call(api.stickerCounts, { query }),
      test.call(api.tile, { params: { z: '0', x: '0', y: '0' }, query: days(day) }),
    ])
    expect([list, counts, tile].map(({ status }) => status)).toEqual(Array(3).fill(expected))
  })
})
