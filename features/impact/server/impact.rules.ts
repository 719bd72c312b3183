import { monthsLater } from '#platform/server/community-months.ts'
import type { ImpactTotal, ItemCount } from '../contract.ts'
import { FEWEST_TOLD } from '../impact-limits.ts'

/** The calendar months up to the given one, the oldest first. */
export const monthsUpTo = (last: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => monthsLater(last, index + 1 - count))

/** What is told of a number of things that people have done. */
export const tellCount = (count: number): number | null => (count < FEWEST_TOLD ? null : count)

const inSteps = (count: number) => count - (count % FEWEST_TOLD)

/**
 * A total of which the parts are told, too: as much of it as tells of no hidden part more than that it is
 * hidden. What the hidden parts have together is counted in whole steps, and only up to what all but one
 * of them can have: each of them may still be anything from nothing to the most that is hidden.
 * @returns never more than the sum of the parts
 */
export function tellTotal(parts: readonly number[]): ImpactTotal {
  const told = parts.filter((part) => tellCount(part) !== null)
  const hidden = parts.filter((part) => tellCount(part) === null)
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)
  const most = (FEWEST_TOLD - 1) * Math.max(0, hidden.length - 1)
  const rest = Math.min(inSteps(sum(hidden)), inSteps(most))
  return { count: tellCount(sum(told) + rest), at_least: hidden.length > 0 }
}

/** {@link tellTotal} with one more part, which is told nowhere else: as it is, or not at all. */
export function tellMore(total: ImpactTotal, more: number): ImpactTotal {
  const told = tellCount(more) ?? 0
  return {
    count: tellCount((total.count ?? 0) + told),
    at_least: total.at_least || told !== more,
  }
}

/** The highest counts, the highest first. */
export function tellMost(counts: readonly ItemCount[], limit: number): ItemCount[] {
  return counts
    .filter(({ count }) => tellCount(count) !== null)
    .sort((a, b) => b.count - a.count || a.item_id - b.item_id)
    .slice(0, limit)
}

/**
 * {@link tellMost} where the sum of all counts is known: what is left of it is nothing, or enough to be
 * told as well.
 */
export function tellMostOf(counts: readonly ItemCount[], limit: number): ItemCount[] {
  const told = tellMost(counts, limit)
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  let rest = told.reduce((left, { count }) => left - count, all)
  while (rest > 0 && rest < FEWEST_TOLD) {
    const last = told.pop()
    if (!last) break
    rest += last.count
  }
  return told
}
