import { expect, it } from 'vitest'
import { daysOfYes } from './days-of-yes.ts'

const TODAY = '2026-11-25'

it.each<
  [what: string, wanted: [string | null, string | null], named: [string, string], days: string]
>([
  ['the wanted days', ['2026-11-28', '2026-11-29'], ['', ''], '2026-11-28..2026-11-29'],
  ['the wanted day', ['2026-11-28', null], ['', ''], '2026-11-28..2026-11-28'],
  ['what is left of them', ['2026-11-20', '2026-11-29'], ['', ''], '2026-11-25..2026-11-29'],
  ['two weeks of no matter when', [null, null], ['', ''], '2026-11-25..2026-12-08'],
  ['two weeks where they are over', ['2026-11-20', null], ['', ''], '2026-11-25..2026-12-08'],
  ['a named day', ['2026-11-28', '2026-11-30'], ['2026-11-29', ''], '2026-11-29..2026-11-30'],
  ['a later one', ['2026-11-28', '2026-11-30'], ['2026-12-01', ''], '2026-12-01..2026-12-14'],
  ['both named', [null, null], ['2026-11-29', '2026-12-02'], '2026-11-29..2026-12-02'],
  ['the return alone', ['2026-11-28', null], ['', '2026-12-02'], '2026-11-28..2026-12-02'],
])('daysOfYes returns: %s', (_what, [wanted_from, wanted_until], [day, backBy], days) => {
  const { from, until } = daysOfYes({ wanted_from, wanted_until }, { day, backBy }, TODAY)
  expect(`${from}..${until}`).toBe(days)
})
