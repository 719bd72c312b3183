import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/server/testing/factories.ts'
import { loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { daysAfter } from '#features/lending/conversations/days/server/day-ranges.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { dayIn, daysBetween } from '#platform/server/community-day.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { loansApi } from '../contract.ts'
import { keepLoans } from './upkeep.ts'

const ZURICH = 'Europe/Zurich'

let test: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  test = await createTestApp({ config: { publicUrl: 'https://lend.example', timeZone: ZURICH } })
  loans = loansOf(test)
})
afterAll(() => test.close())

/** A day and a time in the community's time zone. */
function instantOf(day: string, time: string): Date {
  const match = ['+01:00', '+02:00']
    .map((offset) => new Date(`${day}T${time}:00${offset}`))
    .find((instant) => {
      const shown = new Intl.DateTimeFormat('de-CH', { timeZone: ZURICH, timeStyle: 'short' })
      return shown.format(instant) === time && dayIn(ZURICH, instant) === day
    })
  if (!match) throw new Error(`There is no ${time} on ${day}`)
  return match
}
const goTo = (day: string, time: string) =>
  test.advance(instantOf(day, time).getTime() - test.deps.clock().getTime())

/** All mails about a return, by the day on which they are sent; the job runs at night, too. */
async function remindersOf(user: TestUser, from: string, until: string) {
  const subjectsByDay: Record<string, string[]> = {}
  let before = (await loans.mailsTo(user)).length
  for (let day = from; day <= until; day = daysAfter(day, 1)) {
    for (const time of ['00:15', '03:30', '08:05', '19:55', '23:45']) {
      goTo(day, time)
      await keepLoans(test.deps)
      const mails = await loans.mailsTo(user)
      if (mails.length > before) {
        subjectsByDay[`${day} ${time}`] = mails.slice(before).map(({ subject }) => subject)
      }
      before = mails.length
    }
  }
  return subjectsByDay
}

async function calendarOf({ token }: TestUser, { id }: Transaction) {
  const { body } = await test.app.inject({
    url: `${API_BASE}${loansApi.calendar.path}?transaction_id=${id}`,
    headers: { authorization: `Bearer ${token}` },
  })
  const events = new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent')
  return events.map((each) => new ICAL.Event(each))
}

// In calendar order, since the test clock only moves forward.
describe.each([
  { name: 'the night in which the clocks go on', from: '2027-03-26', back: '2027-03-28' },
  { name: 'the night in which they go back', from: '2027-10-29', back: '2027-10-31' },
  { name: 'a leap day', from: '2028-02-27', back: '2028-02-29' },
])('a loan over $name', ({ from, back }) => {
  it('causes one reminder on the morning before its return and one on the morning after', async () => {
    goTo(from, '09:00')
    const { borrower, owner, asked } = await loans.request({
      wanted_from: from,
      wanted_until: back,
    })
    await loans.accept(owner, asked, { handover_at: instantOf(from, '18:30').toISOString() })
    goTo(from, '18:45')
    await loans.step('handOver', owner, asked)
    await test.mails()
    const reminders = await remindersOf(borrower, daysAfter(from, 1), daysAfter(back, 3))
    expect(reminders).toEqual({
      [`${daysAfter(back, -1)} 08:05`]: ['Time to bring “Item 1” back'],
      [`${daysAfter(back, 1)} 08:05`]: ['Is “Item 1” back yet?'],
    })
  })

  it('lasts as many days as the calendar says', () => {
    expect(daysBetween(from, back)).toBe(2)
    expect(daysAfter(from, 2)).toBe(back)
    // At any hour, the day is one of the community's calendar.
    for (const time of ['00:00', '01:59', '03:00', '23:59']) {
      expect(dayIn(ZURICH, instantOf(back, time))).toBe(back)
    }
  })
})

it('the calendar keeps a hand-over in the repeated hour and a return on a leap day', async () => {
  goTo('2028-02-28', '09:00')
  const leap = await loans.request({ wanted_from: '2028-02-28', wanted_until: '2028-02-29' })
  await loans.accept(leap.owner, leap.asked)
  const [, back] = await calendarOf(leap.borrower, leap.asked)
  expect([back?.startDate.toString(), back?.endDate.toString()]).toEqual([
    '2028-02-29',
    '2028-03-01',
  ])

  goTo('2028-10-27', '09:00')
  // 2:30 for the second time: daylight saving time ended half an hour ago.
  const handover_at = '2028-10-29T01:30:00.000Z'
  const loan = await loans.request({ wanted_from: '2028-10-29', wanted_until: '2028-10-30' })
  await loans.accept(loan.owner, loan.asked, { handover_at })
  const [handover, returned] = await calendarOf(loan.borrower, loan.asked)
  expect(handover?.startDate.toJSDate().toISOString()).toBe(handover_at)
  expect(handover?.endDate.toJSDate().toISOString()).toBe('2028-10-29T02:00:00.000Z')
  expect(returned?.startDate.toString()).toBe('2028-10-30')
})

it('a job keeps its instant when the clocks change', async () => {
  const { jobs, database } = test.deps
  const twice = ['2028-10-29T00:30:00.000Z', '2028-10-29T01:30:00.000Z', '2028-02-29T11:00:00.000Z']
  for (const at of twice) await jobs.send(database.orm, 'mails', { at }, { at: new Date(at) })
  const rows = await database.query<{ at: string; due: Date }>(
    `SELECT data ->> 'at' AS at, start_after AS due FROM pgboss.job WHERE data ? 'at'`,
  )
  expect(rows).toHaveLength(3)
  for (const { at, due } of rows) expect(due.toISOString()).toBe(at)
})
