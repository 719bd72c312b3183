import { pino } from 'pino'
import { expect, it } from 'vitest'
import { keepPeriods } from './keeping.ts'
import { monthsOf, type Period, periodOf } from './overview.rules.ts'

const year = (number: number): Period => ({ from: `${number}-01`, until: `${number}-12` })

/** Counts how often a period was computed, and how many computations ran in parallel. */
function countingWork() {
  const runs: string[] = []
  let atOnce = 0
  let most = 0
  const ask = keepPeriods(
    { clock: () => new Date(0), logger: pino({ level: 'silent' }) },
    async ({ from }) => {
      runs.push(from)
      most = Math.max(most, ++atOnce)
      await new Promise((resolve) => setImmediate(resolve))
      atOnce -= 1
      if (from === '1999-01') throw new Error('away')
      return from
    },
  )
  return { ask, runs, most: () => most }
}

it('the cache computes each period once, and one at a time', async () => {
  const { ask, runs, most } = countingWork()
  const answers = [year(2025), year(2026), year(2025)].map(ask)
  expect(await Promise.all(answers)).toEqual(['2025-01', '2026-01', '2025-01'])
  expect([runs, most()]).toEqual([['2025-01', '2026-01'], 1])
})

it('the cache continues after a failed period', async () => {
  const { ask } = countingWork()
  const failing = ask(year(1999))
  const next = ask(year(2026))
  await expect(failing).rejects.toThrow('away')
  expect(await next).toBe('2026-01')
})

it('the cache evicts the least recently used period', async () => {
  const { ask, runs } = countingWork()
  await ask(year(2000))
  for (let number = 2001; number <= 2011; number += 1) await ask(year(number))
  await ask(year(2000))
  await ask(year(2012))
  await ask(year(2000))
  expect(runs).toHaveLength(13)
  await ask(year(2001))
  expect(runs).toHaveLength(14)
})

it('monthsOf and periodOf work across the turn of a year', () => {
  expect(monthsOf({ from: '2025-11', until: '2026-02' })).toEqual([
    '2025-11',
    '2025-12',
    '2026-01',
    '2026-02',
  ])
  expect(periodOf({}, '2026-02')).toEqual({ from: '2025-03', until: '2026-02' })
})
