import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/server/testing/factories.ts'
import { LADDER, loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { items } from '#features/places/items/tables.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { users } from '#platform/server/identity/tables.ts'
import { HOUR_SECONDS } from '#platform/shared/durations.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { loansApi } from '../contract.ts'

let test: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  test = await createTestApp({ config: { publicUrl: 'https://lend.example' } })
  loans = loansOf(test)
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const load = ({ token }: TestUser, { id }: Transaction) =>
  test.app.inject({
    url: `${API_BASE}${loansApi.calendar.path}?transaction_id=${id}`,
    headers: { authorization: `Bearer ${token}` },
  })

/** As a calendar program reads it. */
async function read(user: TestUser, asked: Transaction) {
  const { statusCode, body } = await load(user, asked)
  expect(statusCode).toBe(200)
  const calendar = new ICAL.Component(ICAL.parse(body))
  const events = calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each))
  const [handover, back] = events
  if (!handover || !back) throw new Error(`Unexpected calendar: ${body}`)
  return { calendar, events, handover, back, body }
}

/** A time in the community's time zone, `days` from now. */
const at = (days: number, time: string) => {
  const day = loans.dayFromNow(days)
  for (const offset of ['+01:00', '+02:00']) {
    const instant = new Date(`${day}T${time}:00${offset}`)
    const options = { timeZone: 'Europe/Zurich', timeStyle: 'short' } as const
    if (new Intl.DateTimeFormat('de-CH', options).format(instant) === time) return instant
  }
  throw new Error(`Unexpected time: ${time}`)
}

async function accepted(text?: string) {
  const loan = await loans.request({
    wanted_from: loans.dayFromNow(3),
    wanted_until: loans.dayFromNow(5),
  })
  const handover_at = at(3, '10:00').toISOString()
  await loans.accept(loan.owner, loan.asked, { handover_at, text })
  return { ...loan, handover_at }
}

describe('GET /transactions/calendar', () => {
  it('returns the hand-over with its place, and the return with an alarm the day before', async () => {
    const { borrower, asked, handover_at } = await accepted('Bring a strap.')
    const { calendar, handover, back, body } = await read(borrower, asked)
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
    expect(body.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)

    expect(handover.startDate.toJSDate().toISOString()).toBe(handover_at)
    expect(handover.duration.toSeconds()).toBe(1800)
    expect(handover.location).toBe('Langstrasse 12, 8004 Zürich')
    expect(handover.description).toContain('Bring a strap.')
    expect(handover.description).toContain(
      `https://lend.example/profile/inbox?transaction_id=${asked.id}`,
    )

    expect(back.startDate.isDate).toBe(true)
    expect(back.startDate.toString()).toBe(loans.dayFromNow(5))
    const [alarm] = back.component.getAllSubcomponents('valarm')
    const trigger = alarm?.getFirstPropertyValue('trigger') as ICAL.Duration
    expect(trigger.toSeconds()).toBe(-14 * HOUR_SECONDS)
    const statuses = [handover, back].map(({ component }) =>
      component.getFirstPropertyValue('status'),
    )
    expect(statuses).toEqual(['CONFIRMED', 'CONFIRMED'])
  })

  it('names the other side as far as it is shown, in the viewer’s language', async () => {
    const { borrower, owner, asked } = await accepted()
    expect((await read(borrower, asked)).handover.summary).toBe('Fetch “Item 1”')
    expect((await read(owner, asked)).handover.summary).toBe('Ada fetches “Item 1”')
    await orm().update(users).set({ show_name: true }).where(eq(users.id, owner.id))
    await orm().update(users).set({ lang: 'de' }).where(eq(users.id, borrower.id))
    const { handover, back } = await read(borrower, asked)
    expect(handover.summary).toBe('«Item 1 de» bei Ben abholen')
    expect(back.summary).toBe('«Item 1 de» an Ben zurückgeben')
  })

  it('returns whole days without a time, and 404 without days', async () => {
    const days = { wanted_from: loans.dayFromNow(2), wanted_until: loans.dayFromNow(4) }
    const { borrower, owner, asked } = await loans.request(days)
    expect((await load(borrower, asked)).statusCode).toBe(404)
    await loans.accept(owner, asked)
    const { handover, back } = await read(borrower, asked)
    expect([handover, back].map(({ startDate }) => startDate.toString())).toEqual([
      loans.dayFromNow(2),
      loans.dayFromNow(4),
    ])
    const open = await loans.request()
    await loans.accept(open.owner, open.asked)
    expect((await load(open.borrower, open.asked)).statusCode).toBe(404)
  })

  it('returns the day of the actual hand-over', async () => {
    const { borrower, asked } = await accepted()
    await loans.step('handOver', borrower, asked)
    const { handover, back } = await read(borrower, asked)
    expect([handover, back].map(({ startDate }) => startDate.toString())).toEqual([
      loans.dayFromNow(0),
      loans.dayFromNow(5),
    ])
  })

  it('returns a later, cancelled version of the same events after the loan has ended', async () => {
    const { borrower, owner, asked } = await accepted()
    const before = await read(borrower, asked)
    await loans.decline(owner, asked)
    const after = await read(borrower, asked)
    expect(after.events.map(({ uid }) => uid)).toEqual(before.events.map(({ uid }) => uid))
    expect(new Set(after.events.map(({ uid }) => uid)).size).toBe(2)
    for (const { sequence, component } of after.events) {
      expect(sequence).toBeGreaterThan(before.handover.sequence)
      expect(component.getFirstPropertyValue('status')).toBe('CANCELLED')
      expect(component.getAllSubcomponents('valarm')).toEqual([])
      // The borrower no longer sees the place.
      expect(component.getFirstPropertyValue('location')).toBeNull()
    }
  })

  it('cannot be given further lines by what users type', async () => {
    const evil = 'Strap; rope, \\n\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:Gift'
    const { borrower, lender, asked, owner } = await accepted(evil)
    await orm()
      .update(users)
      .set({ firstname: evil, show_name: true })
      .where(eq(users.id, owner.id))
    await orm().update(letterboxes).set({ address: evil }).where(eq(letterboxes.id, lender.id))
    await orm().update(items).set({ name_en: 'Ladder; 3,5 m' }).where(eq(items.id, LADDER))
    const { events, handover } = await read(borrower, asked)
    await orm().update(items).set({ name_en: 'Item 1' }).where(eq(items.id, LADDER))
    expect(events).toHaveLength(2)
    const lines = evil.replace(/\r\n/g, '\n')
    expect(handover.summary).toBe(`Fetch “Ladder; 3,5 m” from ${lines}`)
    expect(handover.description.startsWith(lines)).toBe(true)
    expect(handover.location).toBe(`${lines}, 8004 Zürich`)
  })

  it('returns an attachment to both sides, and 404 to everyone else', async () => {
    const { lender, owner, asked } = await accepted()
    const { headers } = await load(owner, asked)
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8; method=PUBLISH')
    expect(headers['content-disposition']).toBe('attachment; filename="loan.ics"')
    expect(headers['cache-control']).toBe('no-store')
    test.advance(1000)
    const later = await loans.join(lender)
    for (const user of [later, await loans.newBorrower()]) {
      expect((await load(user, asked)).statusCode).toBe(404)
    }
    const query = { transaction_id: asked.id }
    expect((await test.call(loansApi.calendar, { query })).status).toBe(401)
  })
})
