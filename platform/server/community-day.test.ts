import { expect, it } from 'vitest'
import { dayIn } from './community-day.ts'

it.each([
  // A winter night and a summer night, each a minute before and at midnight.
  ['Europe/Zurich', '2026-11-25T22:59:00Z', '2026-11-25'],
  ['Europe/Zurich', '2026-11-25T23:00:00Z', '2026-11-26'],
  ['Europe/Zurich', '2026-07-01T21:59:00Z', '2026-07-01'],
  ['Europe/Zurich', '2026-07-01T22:00:00Z', '2026-07-02'],
  // The days on which the clocks change have 23 and 25 hours.
  ['Europe/Zurich', '2026-03-28T23:00:00Z', '2026-03-29'],
  ['Europe/Zurich', '2026-03-29T21:59:00Z', '2026-03-29'],
  ['Europe/Zurich', '2026-03-29T22:00:00Z', '2026-03-30'],
  ['Europe/Zurich', '2026-10-24T22:00:00Z', '2026-10-25'],
  ['Europe/Zurich', '2026-10-25T22:59:00Z', '2026-10-25'],
  ['Europe/Zurich', '2026-10-25T23:00:00Z', '2026-10-26'],
  // One after the other, each has its own day.
  ['Pacific/Auckland', '2026-10-25T23:00:00Z', '2026-10-26'],
  ['America/New_York', '2026-10-25T23:00:00Z', '2026-10-25'],
])('in %s it is at %s the %s', (timeZone, now, day) => {
  expect(dayIn(timeZone, new Date(now))).toBe(day)
})
