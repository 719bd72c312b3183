import { DAY_MS } from '#platform/shared/durations.ts'
/** Until when nobody on this device is offered notifications; stays after a logout. */
export const PUSH_OFFER_KEY = 'letterlend.pushOfferQuietUntil'

const QUIET_MS = 30 * DAY_MS

/** "Not now": for a month. */
export function quietPushOffer(): void {
  try {
    localStorage.setItem(PUSH_OFFER_KEY, String(Date.now() + QUIET_MS))
  } catch {
    // Without storage it is asked again another day.
  }
}

export function isPushOfferQuiet(): boolean {
  try {
    return Number(localStorage.getItem(PUSH_OFFER_KEY) ?? 0) > Date.now()
  } catch {
    return false
  }
}
