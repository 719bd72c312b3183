import { DAY_MS } from '#platform/shared/durations.ts'

/** How long a membership lasts. */
const MONTHS = 12

/** Whoever has so much left is told that it ends. */
export const ENDING_MS = 30 * DAY_MS
/** Who was not told by then hears nothing any more: a server may have been away for months. */
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
 * What years were paid for at these instants, the earliest first: each begins when it was paid, or
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
