import { TZDateMini } from '@date-fns/tz'
import { and, gte, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { DAY_MS } from '#platform/shared/durations.ts'
import { isoTimeIn } from '#platform/shared/formats.ts'
import type { InSql } from './db/prepared.ts'
import type { Deps } from './deps.ts'

/** The calendar date of an instant in the community's time zone, such as `2026-08-16`. */
export const dayIn = (timeZone: string, instant: Date): string =>
  isoTimeIn(timeZone, instant).slice(0, 10)

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** An instant with its calendar date in the community's time zone. */
export interface CommunityMoment {
  now: Date
  today: string
}

export function momentOf({ clock, config }: Pick<Deps, 'clock' | 'config'>): CommunityMoment {
  const now = clock()
  return { now, today: dayIn(config.timeZone, now) }
}

/** The start of a day (`2026-11-23`) in the community's time zone, or of the day `later` days after it. */
export const startOfDay = (day: InSql<string>, timeZone: InSql<string>, later = 0): SQL<Date> =>
  sql<Date>`(${day}::date + ${later}::int)::timestamp AT TIME ZONE ${timeZone}`

/** The instant at which a day (`2026-11-23`) starts in a time zone; handles daylight saving changes. */
export function instantOfDay(day: string, timeZone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(new TZDateMini(year, month - 1, date, timeZone).getTime())
}

/** Days (`2026-11-23`), both inclusive; a missing one leaves that end open. */
export interface DaySpan {
  from?: string | undefined
  until?: string | undefined
}

/** Whether an instant lies within these days of the community's time zone. */
export const isOnDays = (
  at: SQLWrapper,
  { from, until }: { [Name in keyof DaySpan]?: InSql<string> | undefined },
  timeZone: InSql<string>,
): SQL | undefined =>
  and(
    from === undefined ? undefined : gte(at, startOfDay(from, timeZone)),
    until === undefined ? undefined : lt(at, startOfDay(until, timeZone, 1)),
  )
