import { expect, it } from 'vitest'
import { isWithin, nextBeginning } from './mail-hours.rules.ts'

const ZURICH = 'Europe/Zurich'
const NIGHT = { from: 21, until: 6 }
const DAY = { from: 9, until: 18 }

it.each([
  [NIGHT, '2026-11-26T19:59:00Z', false],
  [NIGHT, '2026-11-26T20:00:00Z', true],
  [NIGHT, '2026-11-27T00:30:00Z', true],
  [NIGHT, '2026-11-27T05:00:00Z', false],
  // In summer one hour earlier.
  [NIGHT, '2026-07-01T19:00:00Z', true],
  [DAY, '2026-11-26T08:00:00Z', true],
  [DAY, '2026-11-26T17:00:00Z', false],
  [{ from: 22, until: 24 }, '2026-11-26T22:59:00Z', true],
  [{ from: 22, until: 24 }, '2026-11-26T23:00:00Z', false],
  [{ from: 0, until: 24 }, '2026-11-26T23:00:00Z', true],
])('the mail hours %j include %s: %s', (hours, at, expected) => {
  expect(isWithin(hours, ZURICH, new Date(at))).toBe(expected)
})

it.each([
  ['2026-11-26T10:00:00Z', '2026-11-26T20:00:00.000Z'],
  ['2026-11-26T20:00:00Z', '2026-11-27T20:00:00.000Z'],
  // The clocks change in the night before, so nine in the evening is one hour later.
  ['2026-10-24T20:00:00Z', '2026-10-25T20:00:00.000Z'],
  ['2026-12-31T22:00:00Z', '2027-01-01T20:00:00.000Z'],
])('the next mail hours after %s begin at %s', (after, expected) => {
  expect(nextBeginning(NIGHT, ZURICH, new Date(after)).toISOString()).toBe(expected)
})
