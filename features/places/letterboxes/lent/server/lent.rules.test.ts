import { expect, it } from 'vitest'
import { isAvailable, lentUntil, type RunningLoan } from './lent.rules.ts'

const TODAY = '2026-11-25'

const promised = (from: string, until: string): RunningLoan => ({
  item_id: 1,
  handed_over: false,
  from: `2026-${from}`,
  until: `2026-${until}`,
  end: `2026-${until}`,
})
const out = (from: string, until: string | null): RunningLoan => ({
  item_id: 1,
  handed_over: true,
  from: `2026-${from}`,
  until: until && `2026-${until}`,
  end: until ? `2026-${until}` : '2027-11-26',
})

it.each<[what: string, running: RunningLoan[], copies: number, until: string | null]>([
  ['nothing', [], 1, null],
  ['promised from tomorrow on', [promised('11-26', '11-28')], 1, null],
  ['promised from today on', [promised('11-25', '11-28')], 1, '2026-11-27'],
  ['a promise that is over', [promised('11-20', '11-25')], 1, null],
  ['out', [out('11-20', '11-30')], 1, '2026-11-29'],
  ['out since before the agreed day', [out('11-27', '11-30')], 1, '2026-11-29'],
  ['out until today', [out('11-20', '11-26')], 1, '2026-11-25'],
  ['out, and late', [out('11-10', '11-20')], 1, null],
  ['out without a day for the return', [out('11-10', null)], 1, null],
  ['two in a row', [promised('11-28', '12-01'), out('11-20', '11-28')], 1, '2026-11-30'],
  ['two with a day between', [promised('11-29', '12-01'), out('11-20', '11-28')], 1, '2026-11-27'],
  ['one of two copies', [out('11-20', '11-30')], 2, null],
  ['both copies', [out('11-20', '11-30'), promised('11-25', '11-27')], 2, '2026-11-26'],
  [
    'both, of which one is late',
    [out('11-10', '11-20'), promised('11-25', '11-27')],
    2,
    '2026-11-26',
  ],
  ['both are late', [out('11-10', '11-20'), out('11-01', '11-05')], 2, null],
  ['another thing', [{ ...out('11-20', '11-30'), item_id: 2 }], 1, null],
])('lentUntil() with %s', (_what, running, copies, until) => {
  expect(lentUntil({ id: 1, copies }, running, TODAY)).toBe(until)
})

it.each<[what: string, running: RunningLoan[], day: string, available: boolean]>([
  ['out, and late, today', [out('11-10', '11-20')], '11-25', false],
  ['out, and late, on another day', [out('11-10', '11-20')], '11-27', true],
  ['out until tomorrow, today', [out('11-20', '11-27')], '11-25', false],
  ['out until tomorrow, on the day after', [out('11-20', '11-27')], '11-27', true],
  ['promised for later, today', [promised('11-27', '11-29')], '11-25', true],
  ['promised for later, on its days', [promised('11-27', '11-29')], '11-28', false],
])('isAvailable() with %s', (_what, running, day, available) => {
  const days = { from: `2026-${day}`, until: `2026-${day}` }
  expect(isAvailable({ id: 1, copies: 1 }, running, days, TODAY)).toBe(available)
})
