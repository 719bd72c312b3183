import { monthsUpTo } from '#features/community/statistics/impact/server/door.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { FEWEST_OF_REGION, FIRST_YEAR } from '../contract.admin.ts'
import type { Period } from './overview.rules.ts'

/** A figure of a year and of the year before; null if it is too small to be shown. */
export interface Pair {
  year: number | null
  before: number | null
}

/** The months of a year that have begun. */
export interface ReportYear extends Period {
  year: number
  /** The current month, if it is in this year. */
  running: string | null
}

/**
 * The months of a year that have begun.
 * @param running the current month
 * @throws {AppError} validation for a future year
 */
export function reportYear(year: number, running: string): ReportYear {
  const last = `${year}-12`
  if (year < FIRST_YEAR || `${year}-01` > running) {
    throw new AppError('validation', { errors: { year: [VALIDATION.invalid] } })
  }
  const isOver = running > last
  return {
    year,
    from: `${year}-01`,
    until: isOver ? last : running,
    running: isOver ? null : running,
  }
}

/** The twelve months of a year. */
export const monthsOfYear = (year: number): string[] => monthsUpTo(`${year}-12`, 12)

/** A figure of a region; null if it is so small that neighbours could recognise people. */
export const tellOfRegion = (count: number): number | null =>
  count < FEWEST_OF_REGION ? null : count

/** Change from the year before; null if one of them is hidden. */
export const differenceOf = ({ year, before }: Pair): number | null =>
  year === null || before === null ? null : year - before

/** A scale from at most 0 to at least the highest value, in four to six round steps: 0, 20, 40, 60, 80. */
export function scaleFor(values: readonly number[]): number[] {
  const highest = Math.max(0, ...values)
  const lowest = Math.min(0, ...values)
  const rough = Math.max(1, (highest - lowest) / 4)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5, 10].find((round) => round * power >= rough) ?? 10)
  const first = Math.floor(lowest / step)
  const last = Math.max(first + 1, Math.ceil(highest / step))
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}
