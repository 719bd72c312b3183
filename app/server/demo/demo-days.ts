import { dayIn } from '#platform/server/community-day.ts'
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'
import { dateFormatIn } from '#platform/shared/formats.ts'
import { eachLanguage, type Language } from '#platform/shared/languages.ts'

/** The demo community's time zone. */
const TIME_ZONE = 'Europe/Zurich'

// Created once: there are tens of thousands of moments.
const clocks = new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, hour: 'numeric' })
const weekdayFormat = (lang: Language) => dateFormatIn(lang, { weekday: 'long', timeZone: 'UTC' })
const weekdays = eachLanguage(weekdayFormat)

/** The calendar day of an instant, such as `2026-05-20`. */
export const dayOf = (time: number): string => dayIn(TIME_ZONE, new Date(time))

export const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

const hourOf = (time: number): number => Number(clocks.format(time))

/** The instant of a full hour of a day. */
export function atHour(day: string, hour: number): Date {
  const guess = Date.parse(day) + hour * HOUR_MS
  // No zone here is west of Greenwich, and none changes its clocks at an hour of hand-overs.
  return new Date(guess - (hourOf(guess) - hour) * HOUR_MS)
}

/** Moves a moment at night to the next morning. */
export function awake(time: number): number {
  const hour = hourOf(time)
  if (hour >= 7 && hour < 22) return time
  return time + (hour < 7 ? 7 - hour : 31 - hour) * HOUR_MS
}

export const weekdayOf = (day: string, lang: Language): string =>
  weekdays[lang].format(Date.parse(day))
