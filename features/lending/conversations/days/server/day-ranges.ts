import { DAY_MS } from '#platform/shared/durations.ts'

/** The calendar day `days` later, or earlier if negative. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** The first day of a range as the database writes it: `[2026-11-21,2026-11-23)`. */
export const firstDayOf = (range: string): string => range.slice(1, 11)

/** The last day of a range as the database writes it, with an exclusive end: `[2026-11-21,2026-11-23)`. */
export const lastDayOf = (range: string): string => daysAfter(range.slice(12, 22), -1)

interface Promised {
  status: string
  return_by: string | null
  lent: string | null
}

/** The last day on which a promise without a return day holds. Null for everything else. */
export const lastDayOfPromise = ({ status, return_by, lent }: Promised): string | null =>
  status === 'accepted' && return_by === null && lent !== null ? lastDayOf(lent) : null
