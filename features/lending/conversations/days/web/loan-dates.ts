import { clockTime } from '#features/lending/conversations/messages/web/door.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { Language } from '#platform/shared/languages.ts'
import { addDays } from '#platform/web/data/community-day.ts'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'

const SATURDAY = 6

const LONG = { weekday: 'long', day: 'numeric', month: 'long' } as const

/** The days on which a thing is wanted or lent, the last one included; null if no days were named. */
export interface Days {
  from: string
  until: string | null
}

/** When the borrower needs a thing: on certain days, or any time. */
export type WantedDays = Days | 'any'

const weekdayOf = (day: string) => new Date(day).getUTCDay()

export const isSunday = (day: string) => weekdayOf(day) === 0

/**
 * The weekend that people mean on a given day: from Monday to Friday this week's, on a Saturday today and
 * tomorrow, on a Sunday the one in six days, since Sunday itself is called today.
 */
export function weekendOf(today: string): Days {
  const saturday = addDays(today, SATURDAY - weekdayOf(today))
  return { from: saturday, until: addDays(saturday, 1) }
}

/**
 * The weeks, starting on Monday, from today to the week of the last day; null for days before today and after the
 * farthest one.
 */
export function weeksFrom(today: string, last: string, farthest: string): (string | null)[][] {
  const sinceMonday = (weekdayOf(today) + 6) % 7
  const weeks: (string | null)[][] = []
  for (let monday = addDays(today, -sinceMonday); monday <= last; monday = addDays(monday, 7)) {
    const week = [0, 1, 2, 3, 4, 5, 6].map((later) => addDays(monday, later))
    weeks.push(week.map((day) => (day < today || day > farthest ? null : day)))
  }
  return weeks
}

/** A calendar day in words: "Saturday 21 November". */
export function dayInWords(day: string, language: Language): string {
  const format = dateFormat({ ...LONG, timeZone: 'UTC' }, language)
  return format.format(Date.parse(day))
}

/**
 * Several days in words: "Saturday 21 November – Sunday"; the last one has its date if they span more than a
 * week.
 */
export function daysInWords({ from, until }: Days, language: Language): string {
  const first = dayInWords(from, language)
  if (until === null || until === from) return first
  if (Date.parse(until) - Date.parse(from) >= 7 * DAY_MS) {
    return `${first} – ${dayInWords(until, language)}`
  }
  const weekday = dateFormat({ weekday: 'long', timeZone: 'UTC' }, language)
  return `${first} – ${weekday.format(Date.parse(until))}`
}

/** An instant in words: "Saturday 21 November, 10:00". */
export function momentInWords(iso: string, language: Language): string {
  const time = new Date(iso)
  const day = dateFormat(LONG, language).format(time)
  return `${day}, ${clockTime(time, language)}`
}
