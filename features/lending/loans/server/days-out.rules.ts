import {
  daysAfter,
  firstDayOf,
  lastDayOf,
} from '#features/lending/conversations/days/server/door.ts'

const earlierOf = (one: string, other: string) => (one < other ? one : other)
const laterOf = (one: string, other: string) => (one < other ? other : one)

/** Days as a database range with an exclusive end: `[2026-11-21,2026-11-23)`. */
const rangeOf = (first: string, last: string) => `[${first},${daysAfter(last, 1)})`

/**
 * The days on which a thing is away once it is handed over. They start on that day, whatever was agreed, and end
 * as agreed, or on that day if it is later.
 * @param agreed a range of days as the database writes it
 */
export const daysOnceOut = (agreed: string, day: string): string =>
  rangeOf(day, laterOf(lastDayOf(agreed), day))

/**
 * The days on which a thing that is out is known to be away: the agreed ones, and all days up to today until it
 * is back.
 */
export const daysAway = (lent: string, today: string): string =>
  rangeOf(earlierOf(firstDayOf(lent), today), laterOf(lastDayOf(lent), today))
