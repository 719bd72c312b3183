import { TZDateMini } from '@date-fns/tz'
import { dayIn } from '#platform/server/community-day.ts'
import { DAY_MS } from '#platform/shared/durations.ts'

/** What can wait until the morning is not sent at night. */
const WAKING = { from: 8, until: 20 }

/** Whether it is daytime where the community lives. */
export function isWaking(timeZone: string, now: Date): boolean {
  const hour = new TZDateMini(now, timeZone).getHours()
  return hour >= WAKING.from && hour < WAKING.until
}

/** The instant itself, or the next morning if it falls into the night. */
export function nextWaking(timeZone: string, at: Date): Date {
  if (isWaking(timeZone, at)) return at
  const morning = new TZDateMini(at, timeZone)
  if (morning.getHours() >= WAKING.until) morning.setDate(morning.getDate() + 1)
  morning.setHours(WAKING.from, 0, 0, 0)
  return new Date(morning.getTime())
}

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

/** An instant, with the calendar days around it in the community's time zone. */
export interface Moment {
  now: Date
  today: string
  tomorrow: string
  timeZone: string
}

export function loanMomentOf(now: Date, timeZone: string): Moment {
  const today = dayIn(timeZone, now)
  return { now, today, tomorrow: daysAfter(today, 1), timeZone }
}
