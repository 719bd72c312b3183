import { expect, it } from 'vitest'
import { dayIn } from './community-day.ts'

it.each([
  // One winter night and one summer night, a minute before midnight and at midnight.
  ['Europe/Zurich', '2026-11-25T22:59:00Z', '2026-11-25'],
  ['Europe/Zurich', '2026-11-25T23:00:00Z', '2026-11-26'],
  ['Europe/Zurich', '2026-07-01T21:59:00Z', '2026-07-01'],
  ['Europe/Zurich', '2026-07-01T22:00:00Z', '2026-07-02'],
  // Days on which the clocks change last 23 or 25 hours.
  ['Europe/Zurich', '2026-03-28T23:00:00Z', '2026-03-29'],
  ['Europe/Zurich', '2026-03-29T21:59:00Z', '2026-03-29'],
  ['Europe/Zurich', '2026-03-29T22:00:00Z', '2026-03-30'],
  ['Europe/Zurich', '2026-10-24T22:00:00Z', '2026-10-25'],
  ['Europe/Zurich', '2026-10-25T22:59:00Z', '2026-10-25'],
  ['Europe/Zurich', '2026-10-25T23:00:00Z', '2026-10-26'],
  // Several zones in a row: no zone reuses the day of another.
  ['Pacific/Auckland', '2026-10-25T23:00:00Z', '2026-10-26'],
  ['America/New_York', '2026-10-25T23:00:00Z', '2026-10-25'],
])('the community day in %s at %s is %s', (timeZone, now, day) => {
  expect(dayIn(timeZone, new Date(now))).toBe(day)
})
