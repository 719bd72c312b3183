import { MINUTE_MS } from '#platform/shared/durations.ts'

/** How many shares of mailings were handed over lately. */
export interface Handed {
  lastHour: number
  lastMinute: number
  /** Of those of the last {@link STUCK_MS} how many are still on their way to a server. */
  waiting: number
}

/** Where the other server stands still, no more than {@link Pace.mostWaiting} pile up before it in this time. */
export const STUCK_MS = 10 * MINUTE_MS

/** How fast a way of telling many may go. */
export interface Pace {
  /** 0: nothing now. */
  perHour: number
  /** One that is tried again for hours, since its own server is away, does not hold up all others. */
  mostWaiting: number
}

/** How many mails wait for the mail server at most. */
export const MOST_MAILS_WAITING = 20
/** Push services take many at a time. */
export const MOST_PUSHES_WAITING = 100

/**
 * How many shares may be handed over now: never more than the pace in any hour, spread over its minutes, and none while those
 * handed over before do not get away.
 */
export function allowance(
  { perHour, mostWaiting }: Pace,
  { lastHour, lastMinute, waiting }: Handed,
): number {
  const ofHour = perHour - lastHour
  const ofMinute = Math.ceil(perHour / 60) - lastMinute
  return Math.max(0, Math.min(ofHour, ofMinute, mostWaiting - waiting))
}
