import { TZDateMini } from '@date-fns/tz'
import { and, gte, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import type { InSql } from './db/prepared.ts'
import type { Deps } from './deps.ts'

/** Of which the days are kept: of now, and of what lists say. */
const MOST_MINUTES = 2_000

/** A time zone, and the days of some minutes: a day begins with a minute, wherever that is. */
interface Zone {
  /** Making one takes as long as writing a hundred days. */
  format: Intl.DateTimeFormat
  days: LRUCache<number, string>
}

const zones = new Map<string, Zone>()

/** The calendar date of an instant where the community lives, such as `2026-08-16`. */
export function dayIn(timeZone: string, instant: Date): string {
  let zone = zones.get(timeZone)
  if (!zone) {
    // Sweden writes dates as ISO 8601 does.
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
    zone = { format, days: new LRUCache({ max: MOST_MINUTES }) }
    zones.set(timeZone, zone)
  }
  const minute = Math.floor(instant.getTime() / MINUTE_MS)
  let day = zone.days.get(minute)
  if (day === undefined) {
    day = zone.format.format(instant)
    zone.days.set(minute, day)
  }
  return day
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** An instant, and the calendar date it has where the community lives. */
export interface CommunityMoment {
  now: Date
  today: string
}

export function momentOf({ clock, config }: Pick<Deps, 'clock' | 'config'>): CommunityMoment {
  const now = clock()
  return { now, today: dayIn(config.timeZone, now) }
}

/** When a day (`2026-11-23`) begins where the community lives, or the one that follows it by so many. */
export const startOfDay = (day: InSql<string>, timeZone: InSql<string>, later = 0): SQL<Date> =>
  sql<Date>`(${day}::date + ${later}::int)::timestamp AT TIME ZONE ${timeZone}`

/** The instant at which a day (`2026-11-23`) begins in a zone, also where the clocks change. */
export function instantOfDay(day: string, timeZone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(new TZDateMini(year, month - 1, date, timeZone).getTime())
}

/** Days (`2026-11-23`), both included; without one of them, all before or after the other. */
export interface DaySpan {
  from?: string | undefined
  until?: string | undefined
}

/** Whether an instant lies on these days, as they are where the community lives. */
export const isOnDays = (
  at: SQLWrapper,
  { from, until }: { [Name in keyof DaySpan]?: InSql<string> | undefined },
  timeZone: InSql<string>,
): SQL | undefined =>
  and(
    from === undefined ? undefined : gte(at, startOfDay(from, timeZone)),
    until === undefined ? undefined : lt(at, startOfDay(until, timeZone, 1)),
  )
