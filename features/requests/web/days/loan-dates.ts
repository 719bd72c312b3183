import { clockTime } from '#features/transactions/web/door.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { type Language, LOCALES } from '#platform/shared/languages.ts'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'

/**
 * Days are calendar days such as `2026-11-21`, which sort as texts. They are days where the reader is, who
 * is taken to be where the thing is lent.
 */

const SATURDAY = 6

const LONG = { weekday: 'long', day: 'numeric', month: 'long' } as const

/** The days on which something is wanted or lent, including the last one; null where no days were named. */
export interface Days {
  from: string
  until: string | null
}

/** When somebody needs a thing: on some days, or no matter when. */
export type WantedDays = Days | 'any'

/** The calendar day of an instant, where the reader is. */
export function dayOf(time: Date): string {
  const month = String(time.getMonth() + 1).padStart(2, '0')
  return `${time.getFullYear()}-${month}-${String(time.getDate()).padStart(2, '0')}`
}

/** The time of an instant where the reader is, as a field shows it: `18:30`. */
export function timeOf(time: Date): string {
  const minutes = String(time.getMinutes()).padStart(2, '0')
  return `${String(time.getHours()).padStart(2, '0')}:${minutes}`
}

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)

const weekdayOf = (day: string) => new Date(day).getUTCDay()

export const isWeekend = (day: string) => weekdayOf(day) % SATURDAY === 0

/** The coming weekend; on a Saturday both days of it, on a Sunday that day alone. */
export function weekendOf(today: string): Days {
  if (weekdayOf(today) === 0) return { from: today, until: today }
  const saturday = addDays(today, SATURDAY - weekdayOf(today))
  return { from: saturday, until: addDays(saturday, 1) }
}

/** A calendar day in words: "Saturday 21 November". */
export function dayInWords(day: string, language: Language): string {
  const format = dateFormat(LOCALES[language], { ...LONG, timeZone: 'UTC' })
  return format.format(Date.parse(day))
}

/**
 * Several days in words: "Saturday 21 November – Sunday"; the last one has its date where they are longer
 * than a week.
 */
export function daysInWords({ from, until }: Days, language: Language): string {
  const first = dayInWords(from, language)
  if (until === null || until === from) return first
  if (Date.parse(until) - Date.parse(from) >= 7 * DAY_MS) {
    return `${first} – ${dayInWords(until, language)}`
  }
  const weekday = dateFormat(LOCALES[language], { weekday: 'long', timeZone: 'UTC' })
  return `${first} – ${weekday.format(Date.parse(until))}`
}

/** An instant in words, where the reader is: "Saturday 21 November, 10:00". */
export function momentInWords(iso: string, language: Language): string {
  const time = new Date(iso)
  const day = dateFormat(LOCALES[language], LONG).format(time)
  return `${day}, ${clockTime(time, language)}`
}

/** A day and a time where the reader is, as an instant; null where one is missing or invalid. */
export function instantOf(day: string, time: string): string | null {
  const instant = new Date(`${day}T${time}`)
  return day && time && !Number.isNaN(instant.getTime()) ? instant.toISOString() : null
}
