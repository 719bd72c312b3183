import { DAY_MS } from '#platform/shared/durations.ts'

/** The calendar date here, some days from now, as a date field writes it. */
export function dayFromNow(days: number, now = new Date()): string {
  return new Intl.DateTimeFormat('sv-SE').format(now.getTime() + days * DAY_MS)
}
