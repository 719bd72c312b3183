import { describe, expect, it } from 'vitest'
import { endsUnfetched, fetchPlan } from './fetching.rules.ts'

const plan = (from: string, end: string, return_by: string | null) =>
  fetchPlan({
    lent: `[2026-12-${from},2026-12-${end})`,
    return_by: return_by && `2026-12-${return_by}`,
  })
const inWords = ({ asked_from, ends_on }: ReturnType<typeof plan>) =>
  `${asked_from.slice(8)}, ${ends_on.slice(8)}`

describe('fetchPlan', () => {
  it.each<[what: string, from: string, end: string, back: string | null, asked: string]>([
    ['a week and more', '01', '10', '09', '04, 10'],
    ['a month', '01', '31', '30', '04, 15'],
    ['four days', '01', '05', '04', '04, 08'],
    ['back before the third day', '01', '04', '03', '03, 08'],
    ['back on the same day', '01', '02', '01', '02, 08'],
    ['no day for the return', '01', '15', null, '04, 15'],
  ])('returns the day of the question and the end for %s', (_what, from, end, back, asked) => {
    expect(inWords(plan(from, end, back))).toBe(asked)
  })
})

describe('endsUnfetched', () => {
  const days = plan('01', '05', '04')
  it.each<[what: string, asked: string | null, today: string, ends: boolean]>([
    ['asked in time, before its end', '04', '07', false],
    ['asked in time', '04', '08', true],
    ['asked late', '06', '09', false],
    ['asked late, four days ago', '06', '10', true],
    ['never asked, and still to be', null, '17', false],
    ['never asked, and too late for it', null, '18', true],
  ])('compares the end with today: %s', (_what, asked, today, ends) => {
    expect(endsUnfetched(days, asked && `2026-12-${asked}`, `2026-12-${today}`)).toBe(ends)
  })
})
