import { DAY_MS } from '#platform/shared/durations.ts'

/** The calendar date some days from now in local time, in the format of a date field. */
export function dayFromNow(days: number, now = new Date()): string {
  return new Intl.DateTimeFormat('sv-SE').format(now.getTime() + days * DAY_MS)
}
