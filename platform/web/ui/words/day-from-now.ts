const DAY_MS = 86_400_000

/** The calendar date here, some days from now, as a date field writes it. */
export function dayFromNow(days: number, now = new Date()): string {
  return new Intl.DateTimeFormat('sv-SE').format(now.getTime() + days * DAY_MS)
}
