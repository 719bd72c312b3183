import type { Deps } from './deps.ts'

/** Today's calendar date where the community lives, such as `2026-08-16`. */
export function dayIn(timeZone: string, now: Date): string {
  // Sweden writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}

/** An instant, and the calendar date it has where the community lives. */
export interface CommunityMoment {
  now: Date
  today: string
}

export function momentOf({ clock, config }: Pick<Deps, 'clock' | 'config'>): CommunityMoment {
  const now = clock()
  return { now, today: dayIn(config.timeZone, now) }
}
