import { expect, it } from 'vitest'
import { daysAway, daysOnceOut } from './days-out.rules.ts'

const AGREED = '[2026-12-05,2026-12-08)'

it.each([
  ['the agreed day', '2026-12-05', AGREED],
  ['the evening before', '2026-12-04', '[2026-12-04,2026-12-08)'],
  ['later', '2026-12-06', '[2026-12-06,2026-12-08)'],
  ['after the agreed end', '2026-12-10', '[2026-12-10,2026-12-11)'],
])('an item handed over on %s is away from that day on', (_when, day, days) => {
  expect(daysOnceOut(AGREED, day)).toBe(days)
})

it.each([
  ['before its days', '2026-12-01', '[2026-12-01,2026-12-08)'],
  ['within its days', '2026-12-06', AGREED],
  ['after its days', '2026-12-20', '[2026-12-05,2026-12-21)'],
])('an item that is out is away %s as well', (_when, today, days) => {
  expect(daysAway(AGREED, today)).toBe(days)
})
