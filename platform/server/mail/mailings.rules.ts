import { MINUTE_MS } from '#platform/shared/durations.ts'

/** How many mails of mailings were handed over lately. */
export interface Handed {
  lastHour: number
  lastMinute: number
  /** Of those of the last {@link STUCK_MS} how many no server has taken yet. */
  waiting: number
}

/** Where the mail server stands still, no more than {@link MOST_WAITING} pile up before it in this time. */
export const STUCK_MS = 10 * MINUTE_MS
/** One that is tried again for hours, since its own server is away, does not hold up all others. */
export const MOST_WAITING = 20

/**
 * How many mails may be handed over now: never more than the pace in any hour, spread over its minutes, and none while those
 * handed over before do not get away.
 * @param perHour the pace; 0: none
 */
export function allowance(perHour: number, { lastHour, lastMinute, waiting }: Handed): number {
  const ofHour = perHour - lastHour
  const ofMinute = Math.ceil(perHour / 60) - lastMinute
  return Math.max(0, Math.min(ofHour, ofMinute, MOST_WAITING - waiting))
}
