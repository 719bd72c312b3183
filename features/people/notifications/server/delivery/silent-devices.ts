import { and, isNull, lt } from 'drizzle-orm'
import type { Deps } from '#platform/server/deps.ts'
import type { FeatureJob } from '#platform/server/feature.ts'
import { HOUR_MS, MINUTE_SECONDS } from '#platform/shared/durations.ts'
import { push_subscriptions } from '../../tables.ts'

/** A phone that is on shows a push within seconds, and reports it. */
const ANSWERS_WITHIN_MS = HOUR_MS

/**
 * Marks devices as silent if their push service accepted a push an hour ago and they have not
 * reported its arrival. They do not count as reachable until they give a sign of life. A trigger
 * notifies the map (`announce_reach`).
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
