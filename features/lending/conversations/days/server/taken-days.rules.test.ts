import { describe, expect, it } from 'vitest'
import type { PromisedLoan } from '#features/places/letterboxes/lent/server/door.ts'
import { takenDays, wantedDays } from './taken-days.rules.ts'

const TODAY = '2026-11-25'
const LAST = '2026-12-31'

const loan = (from: string, end: string, handed_over = false): PromisedLoan => ({
  from: `2026-${from}`,
  end: `2026-${end}`,
  handed_over,
})
/** One word per span: `11-25..11-27`. */
const inWords = (loans: PromisedLoan[], copies = 1) =>
  takenDays(loans, copies, TODAY, LAST).map(
    ({ from, until }) => `${from.slice(5)}..${until.slice(5)}`,
  )

describe('takenDays', () => {
  it.each<[what: string, loans: PromisedLoan[], copies: number, taken: string[]]>([
    ['nothing is promised', [], 1, []],
    ['a promise', [loan('11-27', '11-30')], 1, ['11-27..11-29']],
    ['one that has begun', [loan('11-20', '11-27')], 1, ['11-25..11-26']],
    ['one whose days are over and that was never fetched', [loan('11-20', '11-25')], 1, []],
    ['out until a day', [loan('11-20', '11-28', true)], 1, ['11-25..11-27']],
    ['out, and should be back', [loan('11-10', '11-20', true)], 1, ['11-25..11-25']],
    ['out since before the agreed day', [loan('11-27', '11-29', true)], 1, ['11-25..11-28']],
    ['two in a row', [loan('11-27', '11-29'), loan('11-29', '12-01')], 1, ['11-27..11-30']],
    [
      'two with a day between',
      [loan('11-29', '12-01'), loan('11-26', '11-28')],
      1,
      ['11-26..11-27', '11-29..11-30'],
    ],
    ['one of two copies', [loan('11-27', '11-30')], 2, []],
    ['both copies', [loan('11-27', '11-30'), loan('11-29', '12-02')], 2, ['11-29..11-29']],
    [
      'one of two is late',
      [loan('11-10', '11-20', true), loan('11-25', '11-27')],
      2,
      ['11-25..11-25'],
    ],
    ['past the last day', [loan('12-30', '12-31'), loan('12-31', '12-31')], 1, ['12-30..12-30']],
  ])('returns the taken days for: %s', (_what, loans, copies, taken) => {
    expect(inWords(loans, copies)).toEqual(taken)
  })

  it('ends with the last day that was asked for', () => {
    expect(inWords([{ from: '2026-12-30', end: '2027-02-01', handed_over: false }])).toEqual([
      '12-30..12-31',
    ])
  })
})

describe('wantedDays', () => {
  const own = { from: '2026-11-26', end: '2026-11-29' }
  const inWords = (others: PromisedLoan[], copies: number) =>
    wantedDays(others, copies, own, { today: TODAY, last: LAST }).map(
      ({ from, until }) => `${from.slice(5)}..${until.slice(5)}`,
    )

  it.each<[what: string, others: PromisedLoan[], copies: number, wanted: string[]]>([
    ['there are no other requests', [], 1, []],
    ['another borrower requests days after it', [loan('11-30', '12-02')], 1, ['11-30..12-01']],
    ['days that are its own do not count', [loan('11-28', '12-01')], 1, ['11-29..11-30']],
    ['there is a second copy for both', [loan('11-30', '12-02')], 2, []],
    [
      'the second copy is promised',
      [loan('11-30', '12-02'), loan('12-01', '12-04')],
      2,
      ['12-01..12-01'],
    ],
  ])('returns the wanted days where %s', (_what, others, copies, expected) => {
    expect(inWords(others, copies)).toEqual(expected)
  })
})
