import { dayIn, instantOfDay } from '#platform/server/community-day.ts'
import { monthsLater } from '#platform/server/community-months.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'

/** In the daytime: hours after midnight, as the clocks of the community show them. */
const FIRST_HOUR = 9
const LAST_HOUR = 18
/** A server that was away on the first still begins; one that is set up in the middle of a month waits for the next. */
const LAST_DAY_TO_BEGIN = 7

const monthOf = (timeZone: string, now: Date) => dayIn(timeZone, now).slice(0, 7)

/** Whether it is a time of day at which people are written to. */
function isDaytime(timeZone: string, now: Date): boolean {
  const hours = (now.getTime() - instantOfDay(dayIn(timeZone, now), timeZone).getTime()) / HOUR_MS
  return hours >= FIRST_HOUR && hours < LAST_HOUR
}

/** The month (`2026-11`) whose mail is to begin now, if it has not yet; null at other times. */
export function monthToBegin(timeZone: string, now: Date): string | null {
  const day = Number(dayIn(timeZone, now).slice(8))
  return day <= LAST_DAY_TO_BEGIN && isDaytime(timeZone, now) ? monthOf(timeZone, now) : null
}

/** When the mail of a month goes out: in the daytime, and not in another month. */
export function whenToSend(timeZone: string, month: string, now: Date): 'now' | 'later' | 'over' {
  if (monthOf(timeZone, now) !== month) return 'over'
  return isDaytime(timeZone, now) ? 'now' : 'later'
}

/** What the mail of a month tells of: the month before. */
export const toldPeriod = (timeZone: string, month: string) => ({
  from: instantOfDay(`${monthsLater(month, -1)}-01`, timeZone),
  until: instantOfDay(`${month}-01`, timeZone),
})
