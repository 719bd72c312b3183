import { expect, it } from 'vitest'
import type { AppError } from '#platform/server/http/errors.ts'
import { notedDays } from './noted-days.rules.ts'

/** Half past midnight of Wednesday 25 November in Zurich, and still Tuesday in UTC. */
const NOW = new Date('2026-11-24T23:30:00Z')
const days = (since: string, return_by: string | null) =>
  notedDays({ since, return_by }, NOW, 'Europe/Zurich')

it.each([
  ['today', '2026-11-25', '2026-11-27', '2026-11-27'],
  ['some days ago, back today', '2026-11-20', '2026-11-25', '2026-11-25'],
  ['60 days ago', '2026-09-26', '2026-12-01', '2026-12-01'],
  ['without a day for the return: two weeks from today', '2026-11-20', null, '2026-12-08'],
])('notedDays returns the days for: %s', (_what, since, return_by, until) => {
  expect(days(since, return_by)).toEqual({ handover_at: null, from: since, until })
})

it.each([
  ['tomorrow', '2026-11-26', null, 'since'],
  ['61 days ago', '2026-09-25', null, 'since'],
  ['back yesterday', '2026-11-20', '2026-11-24', 'return_by'],
  ['back in two years', '2026-11-20', '2028-11-24', 'return_by'],
])('notedDays refuses %s', (_what, since, return_by, field) => {
  try {
    days(since, return_by)
  } catch (error) {
    const { code, details } = error as AppError
    expect([code, Object.keys(details.errors ?? {})]).toEqual(['validation', [field]])
    return
  }
  expect.unreachable()
})
