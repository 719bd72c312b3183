import { DAY_MS } from '#platform/shared/durations.ts'
/** Until when notifications are not offered on this device; stays after logging out. */
export const PUSH_OFFER_KEY = 'letterlend.pushOfferQuietUntil'

const QUIET_MS = 30 * DAY_MS

/** "Not now": postpones the offer for a month. */
export function quietPushOffer(): void {
  try {
    localStorage.setItem(PUSH_OFFER_KEY, String(Date.now() + QUIET_MS))
  } catch {
    // Without storage the offer comes again.
  }
}

export function isPushOfferQuiet(): boolean {
  try {
    return Number(localStorage.getItem(PUSH_OFFER_KEY) ?? 0) > Date.now()
  } catch {
    return false
  }
}
