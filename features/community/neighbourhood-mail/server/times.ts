import { dayIn, instantOfDay } from '#platform/server/community-day.ts'
import { monthsLater } from '#platform/server/community-months.ts'
import type { Config } from '#platform/server/config.ts'
import { isWithin } from '#platform/server/mail/mail-hours.rules.ts'
import type { Hours } from '#platform/server/setting-schemas.ts'

/** Default hours, unless the settings define hours for bulk mail. */
const DAYTIME: Hours = { from: 9, until: 18 }
/** A server that was down on the first still begins. One that is set up in the middle of a month waits for the next. */
const LAST_DAY_TO_BEGIN = 7

const monthOf = (timeZone: string, now: Date) => dayIn(timeZone, now).slice(0, 7)

type Settings = Pick<Config, 'timeZone' | 'bulkMailHours'>

/** True within the hours for bulk mail. */
const isTimeOfDay = ({ timeZone, bulkMailHours }: Settings, now: Date): boolean =>
  isWithin(bulkMailHours ?? DAYTIME, timeZone, now)

/** The month (`2026-11`) whose mail is due now, unless it has begun; null at other times. */
export function monthToBegin(settings: Settings, now: Date): string | null {
  const { timeZone } = settings
  const day = Number(dayIn(timeZone, now).slice(8))
  return day <= LAST_DAY_TO_BEGIN && isTimeOfDay(settings, now) ? monthOf(timeZone, now) : null
}

/** When the mail of a month may go out: within the hours for bulk mail, and not in a later month. */
export function whenToSend(settings: Settings, month: string, now: Date): 'now' | 'later' | 'over' {
  if (monthOf(settings.timeZone, now) !== month) return 'over'
  return isTimeOfDay(settings, now) ? 'now' : 'later'
}

/** The period that a month's mail is about: the month before. */
export const toldPeriod = (timeZone: string, month: string) => ({
  from: instantOfDay(`${monthsLater(month, -1)}-01`, timeZone),
  until: instantOfDay(`${month}-01`, timeZone),
})
