import { monthsLater } from '#platform/server/community-months.ts'
import type { ImpactTotal, ItemCount } from '../contract.ts'
import { FEWEST_TOLD } from '../impact-limits.ts'

/** The calendar months up to the given one, oldest first. */
export const monthsUpTo = (last: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => monthsLater(last, index + 1 - count))

/** The count to show; null if it is too small. */
export const tellCount = (count: number): number | null => (count < FEWEST_TOLD ? null : count)

const inSteps = (count: number) => count - (count % FEWEST_TOLD)

/**
 * A total shown next to its parts that reveals nothing about a hidden part. The sum of the hidden parts is rounded
 * down to whole steps, and capped at what all but one of them can have together, so that each may be anything from 0
 * to the largest hidden count.
 * @returns never more than the sum of the parts
 */
export function tellTotal(parts: readonly number[]): ImpactTotal {
  const shownParts = parts.filter((part) => tellCount(part) !== null)
  const hidden = parts.filter((part) => tellCount(part) === null)
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)
  const most = (FEWEST_TOLD - 1) * Math.max(0, hidden.length - 1)
  const rest = Math.min(inSteps(sum(hidden)), inSteps(most))
  return { count: tellCount(sum(shownParts) + rest), at_least: hidden.length > 0 }
}

/** {@link tellTotal} plus one part that is shown nowhere else: added exactly, or not at all. */
export function tellMore(total: ImpactTotal, more: number): ImpactTotal {
  const shownPart = tellCount(more) ?? 0
  return {
    count: tellCount((total.count ?? 0) + shownPart),
    at_least: total.at_least || shownPart !== more,
  }
}

/** The highest counts, in descending order. */
export function tellMost(counts: readonly ItemCount[], limit: number): ItemCount[] {
  return counts
    .filter(({ count }) => tellCount(count) !== null)
    .sort((a, b) => b.count - a.count || a.item_id - b.item_id)
    .slice(0, limit)
}

/** {@link tellMost} if the sum of all counts is public: the remainder is either zero or large enough to be shown. */
export function tellMostOf(counts: readonly ItemCount[], limit: number): ItemCount[] {
  const shownCounts = tellMost(counts, limit)
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  let rest = shownCounts.reduce((left, { count }) => left - count, all)
  while (rest > 0 && rest < FEWEST_TOLD) {
    const last = shownCounts.pop()
    if (!last) break
    rest += last.count
  }
  return shownCounts
}
