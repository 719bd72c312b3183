import { dayIn, instantOfDay } from '#platform/server/community-day.ts'
import { monthsLater } from '#platform/server/community-months.ts'
import type { Config } from '#platform/server/config.ts'
import { isWithin } from '#platform/server/mail/mail-hours.rules.ts'
import type { Hours } from '#platform/server/setting-schemas.ts'

/** In the daytime, unless the settings name other hours for mails to many. */
const DAYTIME: Hours = { from: 9, until: 18 }
/** A server that was away on the first still begins; one that is set up in the middle of a month waits for the next. */
const LAST_DAY_TO_BEGIN = 7

const monthOf = (timeZone: string, now: Date) => dayIn(timeZone, now).slice(0, 7)

type Settings = Pick<Config, 'timeZone' | 'bulkMailHours'>

/** Whether it is a time of day at which people are written to. */
const isTimeOfDay = ({ timeZone, bulkMailHours }: Settings, now: Date): boolean =>
  isWithin(bulkMailHours ?? DAYTIME, timeZone, now)

/** The month (`2026-11`) whose mail is to begin now, if it has not yet; null at other times. */
export function monthToBegin(settings: Settings, now: Date): string | null {
  const { timeZone } = settings
  const day = Number(dayIn(timeZone, now).slice(8))
  return day <= LAST_DAY_TO_BEGIN && isTimeOfDay(settings, now) ? monthOf(timeZone, now) : null
}

/** When the mail of a month goes out: at its time of day, and not in another month. */
export function whenToSend(settings: Settings, month: string, now: Date): 'now' | 'later' | 'over' {
  if (monthOf(settings.timeZone, now) !== month) return 'over'
  return isTimeOfDay(settings, now) ? 'now' : 'later'
}

/** What the mail of a month tells of: the month before. */
export const toldPeriod = (timeZone: string, month: string) => ({
  from: instantOfDay(`${monthsLater(month, -1)}-01`, timeZone),
  until: instantOfDay(`${month}-01`, timeZone),
})
