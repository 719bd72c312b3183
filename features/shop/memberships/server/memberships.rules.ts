import { DAY_MS } from '#platform/shared/durations.ts'

/** How long a membership lasts. */
const MONTHS = 12

/** How long before the end of a membership its owner is told. */
export const ENDING_MS = 30 * DAY_MS
/** After this nobody is told of the end any more: a server may have been away for months. */
export const ENDED_MS = 14 * DAY_MS

/** The same day a year later; of 29 February the first of March. */
export function yearAfter(from: Date): Date {
  const until = new Date(from)
  until.setUTCMonth(until.getUTCMonth() + MONTHS)
  return until
}

export interface Period {
  from: Date
  until: Date
}

/**
 * The years of a membership that were paid for at these instants, the earliest first: each begins when it was paid, or
 * when the one before it ends.
 */
export function periodsOf(paidAt: readonly Date[]): Period[] {
  const periods: Period[] = []
  for (const paid of paidAt) {
    const before = periods.at(-1)?.until
    const from = before && before > paid ? before : paid
    periods.push({ from, until: yearAfter(from) })
  }
  return periods
}
