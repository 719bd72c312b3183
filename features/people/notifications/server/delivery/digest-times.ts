import { DAY_MS } from '#platform/shared/durations.ts'

/** Digests are read in the morning, not at night. */
const HOUR = 8
const MONDAY = 1

interface LocalTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

/** Local time of a zone. */
function localTime(at: Date, timeZone: string): LocalTime {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  }
}

const asUtc = ({ year, month, day, hour, minute, second }: LocalTime) =>
  Date.UTC(year, month - 1, day, hour, minute, second)

/**
 * The instant at which a zone shows a local time. Computed twice, because the offset may change
 * that day.
 */
function instantOf(local: LocalTime, timeZone: string): Date {
  const localMs = asUtc(local)
  const offsetAt = (ms: number) => asUtc(localTime(new Date(ms), timeZone)) - ms
  const guess = localMs - offsetAt(localMs)
  return new Date(localMs - offsetAt(guess))
}

/** The last instants, up to now, at which daily and weekly digests were due. */
export function lastDigests(now: Date, timeZone: string): { daily: Date; weekly: Date } {
  const today = localTime(now, timeZone)
  const morning = (daysAgo: number) => {
    const at = new Date(Date.UTC(today.year, today.month - 1, today.day) - daysAgo * DAY_MS)
    const local = {
      year: at.getUTCFullYear(),
      month: at.getUTCMonth() + 1,
      day: at.getUTCDate(),
      hour: HOUR,
      minute: 0,
      second: 0,
    }
    return { weekday: at.getUTCDay(), instant: instantOf(local, timeZone) }
  }
  const mornings = Array.from({ length: 9 }, (_, daysAgo) => morning(daysAgo)).filter(
    ({ instant }) => instant <= now,
  )
  const daily = mornings[0]?.instant
  const weekly = mornings.find(({ weekday }) => weekday === MONDAY)?.instant
  if (!daily || !weekly) throw new Error('Unexpected week without a Monday')
  return { daily, weekly }
}
