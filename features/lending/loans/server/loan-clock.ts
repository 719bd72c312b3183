import { TZDateMini } from '@date-fns/tz'
import { daysAfter } from '#features/lending/conversations/days/server/door.ts'
import { dayIn } from '#platform/server/community-day.ts'

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
