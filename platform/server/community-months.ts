import { and, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { startOfDay } from './community-day.ts'

/** For example, 2 months after `2026-11` is `2027-01`. */
export function monthsLater(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7)
}

/** The start of a month (`2026-11`) in the community's time zone. */
export const startOfMonth = (month: string, timeZone: string): SQL<Date> =>
  startOfDay(`${month}-01`, timeZone)

/** Months of the community's time zone, both inclusive. */
export interface LocalPeriod {
  from: string
  until: string
  timeZone: string
}

/** Whether an instant lies within these months. */
export const withinMonths = (
  at: PgColumn,
  { from, until, timeZone }: LocalPeriod,
): SQL | undefined =>
  and(gte(at, startOfMonth(from, timeZone)), lt(at, startOfMonth(monthsLater(until, 1), timeZone)))

/** The month of an instant, as `2026-11`. */
export const monthOf = (at: PgColumn | SQL, timeZone: string) =>
  sql<string>`to_char(${at} AT TIME ZONE ${timeZone}, 'YYYY-MM')`

export const byMonth = (rows: { month: string; count: number }[]) =>
  new Map(rows.map((row) => [row.month, row.count]))
