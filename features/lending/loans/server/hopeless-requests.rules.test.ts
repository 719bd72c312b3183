import { describe, expect, it } from 'vitest'
import { freeFrom, isFreeAgain, isHopeless } from './hopeless-requests.rules.ts'

const TODAY = '2026-12-01'
const LAST = '2027-12-01'
const span = (from: number, until: number) => ({
  from: `2026-12-${String(from).padStart(2, '0')}`,
  until: `2026-12-${String(until).padStart(2, '0')}`,
})
const wanted = (from: string | null, until: string | null = null) => ({
  wanted_from: from,
  wanted_until: until,
})

describe('isHopeless', () => {
  it.each<[what: string, from: string | null, until: string | null, expected: boolean]>([
    ['all days are taken', '2026-12-05', '2026-12-06', true],
    ['one day, which is taken', '2026-12-05', null, true],
    ['the last day is free', '2026-12-06', '2026-12-08', false],
    ['the first day is free', '2026-12-03', '2026-12-05', false],
    ['a day between two loans is free', '2026-12-05', '2026-12-11', false],
    ['no day is named', null, null, false],
    ['what has passed does not count', '2026-11-28', '2026-12-01', true],
    ['all of it has passed', '2026-11-28', '2026-11-29', false],
  ])('is right for: %s', (_what, from, until, expected) => {
    const taken = [span(1, 1), span(4, 7), span(10, 11)]
    expect(isHopeless(wanted(from, until), taken, TODAY)).toBe(expected)
  })
})

describe('isFreeAgain', () => {
  const taken = [span(4, 7)]
  it('requires every wanted day to be free and in the future', () => {
    expect(isFreeAgain(wanted('2026-12-08', '2026-12-09'), taken, TODAY)).toBe(true)
    expect(isFreeAgain(wanted('2026-12-07', '2026-12-09'), taken, TODAY)).toBe(false)
    expect(isFreeAgain(wanted('2026-11-30', '2026-12-02'), taken, TODAY)).toBe(false)
    expect(isFreeAgain(wanted(null), taken, TODAY)).toBe(false)
  })
})

describe('freeFrom', () => {
  it('returns the day after the loan in the way, if it is known', () => {
    const bounds = { today: TODAY, last: LAST }
    expect(freeFrom(wanted('2026-12-05'), [span(4, 7), span(10, 11)], bounds)).toBe('2026-12-08')
    expect(freeFrom(wanted('2026-12-05'), [{ from: '2026-12-04', until: LAST }], bounds)).toBeNull()
    expect(freeFrom(wanted('2026-12-05'), [], bounds)).toBeNull()
  })
})
