import { daysAfter } from '#features/lending/conversations/days/server/door.ts'
import { dayIn, instantOfDay } from '#platform/server/community-day.ts'
import { monthsLater } from '#platform/server/community-months.ts'
import type { Config } from '#platform/server/config.ts'
import { isWithin } from '#platform/server/mail/mail-hours.rules.ts'
import type { Hours } from '#platform/server/setting-schemas.ts'

/**
 * The mail of a month is named by it (`2026-11`), the mail of a week by its Monday (`2026-11-23`). It is about the month
 * or week before.
 */
export type Rhythm = 'month' | 'week'

/** Default hours, unless the settings define hours for bulk mail. */
const DAYTIME: Hours = { from: 9, until: 18 }
/**
 * A server that was down on the first still begins. One that is set up in the middle of a month waits for the next;
 * likewise a week, from Monday to Wednesday.
 */
const LAST_DAY_TO_BEGIN = { month: 7, week: 3 }

/** From Monday, 1, to Sunday, 7. */
const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

const mondayOf = (day: string) => daysAfter(day, 1 - weekday(day))

export const rhythmOf = (name: string): Rhythm => (name.length === 7 ? 'month' : 'week')

function nameIn(rhythm: Rhythm, timeZone: string, now: Date): string {
  const day = dayIn(timeZone, now)
  return rhythm === 'month' ? day.slice(0, 7) : mondayOf(day)
}

type Settings = Pick<Config, 'timeZone' | 'bulkMailHours'>

/** True within the hours for bulk mail. */
const isTimeOfDay = ({ timeZone, bulkMailHours }: Settings, now: Date): boolean =>
  isWithin(bulkMailHours ?? DAYTIME, timeZone, now)

/** The name of the mail that is due now, unless it has begun; null at other times. */
export function mailToBegin(rhythm: Rhythm, settings: Settings, now: Date): string | null {
  const today = dayIn(settings.timeZone, now)
  const day = rhythm === 'month' ? Number(today.slice(8)) : weekday(today)
  const isDue = day <= LAST_DAY_TO_BEGIN[rhythm] && isTimeOfDay(settings, now)
  return isDue ? nameIn(rhythm, settings.timeZone, now) : null
}

/** When the mail may go out: within the hours for bulk mail, and not in a later month or week. */
export function whenToSend(settings: Settings, name: string, now: Date): 'now' | 'later' | 'over' {
  if (nameIn(rhythmOf(name), settings.timeZone, now) !== name) return 'over'
  return isTimeOfDay(settings, now) ? 'now' : 'later'
}

/** The period that a mail is about: the month or week before. */
export function toldPeriod(timeZone: string, name: string): { from: Date; until: Date } {
  const [from, until] =
    rhythmOf(name) === 'month'
      ? [`${monthsLater(name, -1)}-01`, `${name}-01`]
      : [daysAfter(name, -7), name]
  return { from: instantOfDay(from, timeZone), until: instantOfDay(until, timeZone) }
}
