import { DAY_MS } from '#platform/shared/durations.ts'

/** Duration of a membership. */
const MONTHS = 12

/** How long before the end a mail announces it. */
export const ENDING_MS = 30 * DAY_MS
/** Later than this, the end is not announced any more: a server may have been down for months. */
export const ENDED_MS = 14 * DAY_MS

/** The same day a year later; 29 February becomes 1 March. */
export function yearAfter(from: Date): Date {
  const until = new Date(from)
  until.setUTCMonth(until.getUTCMonth() + MONTHS)
  return until
}

export interface Period {
  from: Date
  until: Date
}

/** The paid years of a membership, earliest first. Each begins when it was paid, or when the previous one ends. */
export function periodsOf(paidAt: readonly Date[]): Period[] {
  const periods: Period[] = []
  for (const paid of paidAt) {
    const before = periods.at(-1)?.until
    const from = before && before > paid ? before : paid
    periods.push({ from, until: yearAfter(from) })
  }
  return periods
}
