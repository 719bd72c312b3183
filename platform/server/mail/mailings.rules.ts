import { MINUTE_MS } from '#platform/shared/durations.ts'

/** How many recipients were handed over recently. */
export interface Handed {
  lastHour: number
  lastMinute: number
  /** How many of those in the last {@link STUCK_MS} have not reached a server yet. */
  waiting: number
}

/** If the other server hangs, at most {@link Pace.mostWaiting} pile up within this time. */
export const STUCK_MS = 10 * MINUTE_MS

/** Speed limits for a way of sending. */
export interface Pace {
  /** 0: paused. */
  perHour: number
  /** Older ones are ignored: one that is retried for hours because its own server is down does not block the others. */
  mostWaiting: number
}

/** Maximum number of mails waiting for the mail server. */
export const MOST_MAILS_WAITING = 20
/** Push services accept many at a time. */
export const MOST_PUSHES_WAITING = 100

/**
 * How many may be handed over now: the hourly limit, spread evenly over its minutes, and none while earlier ones are
 * stuck.
 */
export function allowance(
  { perHour, mostWaiting }: Pace,
  { lastHour, lastMinute, waiting }: Handed,
): number {
  const ofHour = perHour - lastHour
  const ofMinute = Math.ceil(perHour / 60) - lastMinute
  return Math.max(0, Math.min(ofHour, ofMinute, mostWaiting - waiting))
}
