import { and, isNull, lt } from 'drizzle-orm'
import type { Deps } from '#platform/server/deps.ts'
import type { FeatureJob } from '#platform/server/feature.ts'
import { HOUR_MS, MINUTE_SECONDS } from '#platform/shared/durations.ts'
import { push_subscriptions } from '../../tables.ts'

/** A phone that is on shows a push within seconds, and says so. */
const ANSWERS_WITHIN_MS = HOUR_MS

/**
 * Marks the devices whose push service has taken a push an hour ago, and which have not said since that it arrived. They
 * count for nobody until they give a sign of life. A trigger tells the map (`announce_reach`).
 */
export async function markSilentDevices({ database, clock }: Deps): Promise<void> {
  const now = clock()
  const latest = new Date(now.getTime() - ANSWERS_WITHIN_MS)
  await database.orm
    .update(push_subscriptions)
    .set({ silent_at: now })
    .where(
      and(isNull(push_subscriptions.silent_at), lt(push_subscriptions.unanswered_since, latest)),
    )
}

export const watchOfDevices: FeatureJob = {
  queue: 'silent-devices',
  everySeconds: 5 * MINUTE_SECONDS,
  run: markSilentDevices,
}
