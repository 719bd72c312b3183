import fc from 'fast-check'
import { expect, it } from 'vitest'
import { monthsLater } from '#platform/server/community-months.ts'
import { monthsUpTo, tellMore, tellMost, tellMostOf, tellTotal } from './impact.rules.ts'

it('monthsUpTo and monthsLater work across the turn of a year', () => {
  expect(monthsUpTo('2026-02', 4)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
  expect(monthsLater('2026-12', 1)).toBe('2027-01')
})

it.each([
  [[7, 12], { count: 19, at_least: false }],
  [[7, 3, 12], { count: 19, at_least: true }],
  [[0, 20], { count: 20, at_least: true }],
  // Ten hidden months of three: no single one can be derived.
  [Array<number>(10).fill(3), { count: 30, at_least: true }],
  // Three hidden months have at least five together, so that any single one may still be zero.
  [[4, 4, 4], { count: 5, at_least: true }],
  [[1, 2], { count: null, at_least: true }],
  [[], { count: null, at_least: false }],
])('tellTotal of %j is %j', (parts, expected) => {
  expect(tellTotal(parts)).toEqual(expected)
})

it('tellTotal does not narrow down any hidden part', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 9 }), { maxLength: 30 }), (parts) => {
      const hidden = parts.filter((part) => part < 5)
      const shownSum = parts.filter((part) => part >= 5).reduce((sum, part) => sum + part, 0)
      const rest = (tellTotal(parts).count ?? shownSum) - shownSum
      expect(rest).toBeLessThanOrEqual(hidden.reduce((sum, part) => sum + part, 0))
      // Even if one hidden part is zero, the others, at most four each, can make up the rest.
      expect(rest).toBeLessThanOrEqual(4 * Math.max(0, hidden.length - 1))
      expect(rest % 5).toBe(0)
    }),
  )
})

it('tellMore adds a part that may be shown, and nothing of a smaller one', () => {
  const total = { count: 20, at_least: false }
  expect(tellMore(total, 4)).toEqual({ count: 20, at_least: true })
  expect(tellMore(total, 5)).toEqual({ count: 25, at_least: false })
  expect(tellMore(total, 0)).toEqual({ count: 20, at_least: false })
})

const counts = (...all: number[]) => all.map((count, index) => ({ item_id: index + 1, count }))

it('tellMost lists the highest counts, and none below the minimum', () => {
  expect(tellMost(counts(4, 9, 30, 9), 2)).toEqual([
    { item_id: 3, count: 30 },
    { item_id: 2, count: 9 },
  ])
  expect(tellMost(counts(4, 5), 10)).toEqual([{ item_id: 2, count: 5 }])
})

it('tellMostOf leaves a rest large enough to be shown', () => {
  const shownCounts = (...all: number[]) => tellMostOf(counts(...all), 10).map(({ count }) => count)
  expect(shownCounts(30, 9)).toEqual([30, 9])
  expect(shownCounts(30, 9, 2)).toEqual([30])
  expect(shownCounts(30, 9, 3, 2)).toEqual([30, 9])
  expect(shownCounts(9, 2)).toEqual([])
})
