import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts'
import type { Limits } from '#platform/shared/settings/limits.ts'

/** At most `max` messages in any `windowMs`. */
export interface Quota {
  max: number
  windowMs: number
}

/** Far above any conversation between people, far below what a script would send. All of them apply together. */
export function messageQuotas(
  limits: Pick<Limits, 'messages_first_week' | 'messages_an_hour'>,
  accountAgeMs: number,
): Quota[] {
  const { messages_first_week, messages_an_hour } = limits
  return [
    { max: 30, windowMs: MINUTE_MS },
    { max: accountAgeMs < 7 * DAY_MS ? messages_first_week : messages_an_hour, windowMs: HOUR_MS },
  ]
}

/**
 * Seconds to wait until the quota has room, or null if it has room now.
 * @param oldestCounted time of the `max`-th newest message; null if there are fewer than `max`.
 */
export function secondsUntilRoom(
  quota: Quota,
  oldestCounted: Date | null,
  now: Date,
): number | null {
  if (!oldestCounted) return null
  const waitMs = oldestCounted.getTime() + quota.windowMs - now.getTime()
  return waitMs > 0 ? Math.ceil(waitMs / SECOND_MS) : null
}
