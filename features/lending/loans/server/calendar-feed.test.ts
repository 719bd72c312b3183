import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/server/testing/factories.ts'
import { loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { loansApi } from '../contract.ts'
import { calendar_feeds } from '../tables.ts'

let test: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  test = await createTestApp({ config: { publicUrl: 'https://lend.example' } })
  loans = loansOf(test)
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
async function connect({ token }: TestUser): Promise<string> {
  const { status, body } = await test.call(loansApi.makeCalendarFeed, { as: token, body: {} })
  expect(status).toBe(201)
  const { origin, pathname } = new URL(body.url)
  expect(origin).toBe('https://lend.example')
  return pathname
}
const load = (url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url, headers })
/** As a calendar program reads it. */
async function eventsAt(url: string) {
  const { statusCode, body } = await load(url)
  expect(statusCode).toBe(200)
  const calendar = new ICAL.Component(ICAL.parse(body))
  return calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each))
}
const days = (from: number, until: number) => ({
  wanted_from: loans.dayFromNow(from),
  wanted_until: loans.dayFromNow(until),
})

describe('the URL of a calendar feed', () => {
  it('returns borrowed and lent items with the same events as the file of each loan', async () => {
    const lender = await loans.newLender()
    const borrowed = await loans.ask(lender.owner, await loans.newLender(), days(1, 2))
    const { borrower, owner, asked } = await loans.request(days(3, 4))
    await loans.accept(owner, asked)
    const lent = await loans.ask(borrower, lender, days(5, 6))
    await loans.accept(lender.owner, lent)
    const [ofLender, ofBorrower] = [await connect(lender.owner), await connect(borrower)]
    // Requests without a yes are in no calendar.
    expect((await eventsAt(ofLender)).map(({ uid }) => uid)).toEqual([
      `${lent.id}-handover@lend.example`,
      `${lent.id}-return@lend.example`,
    ])
    expect(borrowed.status).toBe('requested')
    const both = await eventsAt(ofBorrower)
    expect(new Set(both.map(({ uid }) => uid.slice(0, 36)))).toEqual(new Set([asked.id, lent.id]))
    const file = await load(`/api/v1${loansApi.calendar.path}?transaction_id=${lent.id}`, {
      authorization: `Bearer ${borrower.token}`,
    })
    for (const line of file.body.split('\r\n').filter((each) => /^(UID|SEQUENCE|DT)/.test(each))) {
      expect((await load(ofBorrower)).body).toContain(line)
    }
  })

  it('returns past loans for a year, and no withdrawn requests', async () => {
    const { borrower, owner, asked } = await loans.request(days(0, 1))
    const url = await connect(borrower)
    await loans.accept(owner, asked)
    await loans.step('handOver', borrower, asked)
    await loans.step('return', owner, asked)
    expect(await eventsAt(url)).toHaveLength(2)
    const away = (from: number, until: number) =>
      orm()
        .update(transactions)
        .set({ lent: `[${loans.dayFromNow(from)},${loans.dayFromNow(until)})` })
        .where(eq(transactions.id, asked.id))
    await away(-366, -364)
    expect(await eventsAt(url)).toHaveLength(2)
    await away(-367, -365)
    expect(await eventsAt(url)).toEqual([])
    const other = await loans.ask(borrower, await loans.newLender(), days(3, 4))
    await loans.step('withdraw', borrower, other)
    expect(await eventsAt(url)).toEqual([])
  })

  it('returns 304 while nothing has changed', async () => {
    const { borrower, owner, asked } = await loans.request(days(2, 3))
    const url = await connect(borrower)
    await loans.accept(owner, asked)
    const { headers } = await load(url)
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    const etag = String(headers.etag)
    const same = await load(url, { 'if-none-match': etag })
    expect([same.statusCode, same.body]).toEqual([304, ''])
    await loans.step('handOver', borrower, asked)
    expect((await load(url, { 'if-none-match': etag })).statusCode).toBe(200)
  })

  it('stops working after a new one, after its end, and during a suspension', async () => {
    const { borrower } = await loans.request()
    const first = await connect(borrower)
    const second = await connect(borrower)
    expect((await load(first)).statusCode).toBe(404)
    expect((await load(second)).statusCode).toBe(200)
    const suspend = (suspended_at: Date | null) =>
      orm()
        .update(users)
        .set({ suspended_at, suspended_reason: suspended_at && 'x' })
        .where(eq(users.id, borrower.id))
    await suspend(test.deps.clock())
    expect((await load(second)).statusCode).toBe(404)
    await suspend(null)
    const ended = await test.call(loansApi.endCalendarFeed, { as: borrower.token, body: {} })
    expect(ended.status).toBe(204)
    expect((await load(second)).statusCode).toBe(404)
    const { body } = await test.call(loansApi.calendarFeed, { as: borrower.token })
    expect(body.since).toBeNull()
  })

  it('is not stored in plain text and works without a session', async () => {
    const { borrower } = await loans.request()
    const url = await connect(borrower)
    const [feed] = await orm()
      .select()
      .from(calendar_feeds)
      .where(eq(calendar_feeds.user_id, borrower.id))
    expect(JSON.stringify(feed)).not.toContain(url.slice('/calendar/'.length, -4))
    const since = await test.call(loansApi.calendarFeed, { as: borrower.token })
    expect(since.body).toEqual({ since: feed?.created_at.toISOString() })
  })

  it.each([
    '/calendar/short.ics',
    `/calendar/${'a'.repeat(43)}.ics`,
    `/calendar/${'%2e'.repeat(20)}.ics`,
  ])('returns 404 for %s', async (url) => {
    expect((await load(url)).statusCode).toBe(404)
  })
})
