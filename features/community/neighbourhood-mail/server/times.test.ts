import { expect, it } from 'vitest'
import { mailToBegin, toldPeriod, whenToSend } from './times.ts'

const ZURICH = 'Europe/Zurich'
const SETTINGS = { timeZone: ZURICH, bulkMailHours: null }
const AT_NIGHT = { timeZone: ZURICH, bulkMailHours: { from: 21, until: 6 } }

it.each([
  ['2026-11-01T07:59:00Z', null],
  ['2026-11-01T08:00:00Z', '2026-11'],
  ['2026-11-01T16:59:00Z', '2026-11'],
  ['2026-11-01T17:00:00Z', null],
  // Summer time: one hour earlier in UTC.
  ['2026-07-01T07:00:00Z', '2026-07'],
  ['2026-06-30T23:30:00Z', null],
  ['2026-11-07T10:00:00Z', '2026-11'],
  ['2026-11-08T10:00:00Z', null],
])('at %s the mail of %s begins', (now, month) => {
  expect(mailToBegin('month', SETTINGS, new Date(now))).toBe(month)
})

it.each([
  ['2026-11-20T10:00:00Z', 'now'],
  ['2026-11-20T03:00:00Z', 'later'],
  ['2026-11-30T23:30:00Z', 'over'],
  ['2026-12-01T10:00:00Z', 'over'],
])('at %s the rest of November waits for: %s', (now, when) => {
  expect(whenToSend(SETTINGS, '2026-11', new Date(now))).toBe(when)
})

it.each([
  ['2026-11-23T07:59:00Z', null],
  ['2026-11-23T08:00:00Z', '2026-11-23'],
  ['2026-11-25T10:00:00Z', '2026-11-23'],
  ['2026-11-26T10:00:00Z', null],
  ['2026-11-29T10:00:00Z', null],
])('at %s the mail of the week of %s begins', (now, week) => {
  expect(mailToBegin('week', SETTINGS, new Date(now))).toBe(week)
})

it.each([
  ['2026-11-27T10:00:00Z', 'now'],
  ['2026-11-29T22:59:00Z', 'later'],
  ['2026-11-30T10:00:00Z', 'over'],
])('at %s the rest of the week before waits for: %s', (now, when) => {
  expect(whenToSend(SETTINGS, '2026-11-23', new Date(now))).toBe(when)
})

it('the weekly mail covers Monday to Sunday, also over a change of the clocks', () => {
  expect(toldPeriod(ZURICH, '2026-10-26')).toEqual({
    from: new Date('2026-10-18T22:00:00Z'),
    until: new Date('2026-10-25T23:00:00Z'),
  })
})

it('the mail keeps to the configured hours of bulk mails', () => {
  const [noon, night] = [new Date('2026-11-01T11:00:00Z'), new Date('2026-11-01T21:00:00Z')]
  expect(mailToBegin('month', AT_NIGHT, noon)).toBeNull()
  expect(mailToBegin('month', AT_NIGHT, night)).toBe('2026-11')
  expect(whenToSend(AT_NIGHT, '2026-11', noon)).toBe('later')
  expect(whenToSend(AT_NIGHT, '2026-11', night)).toBe('now')
})

it('the mail covers the previous month in the time zone of the community', () => {
  expect(toldPeriod(ZURICH, '2026-01')).toEqual({
    from: new Date('2025-11-30T23:00:00Z'),
    until: new Date('2025-12-31T23:00:00Z'),
  })
})
