import { and, eq, isNull, sql } from 'drizzle-orm'
import { isOnMap } from '#features/places/letterboxes/map-index/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { FeatureJob } from '#platform/server/feature.ts'
import { users } from '#platform/server/identity/tables.ts'
import { MINUTE_SECONDS } from '#platform/shared/durations.ts'
import { letterbox_items, letterboxes } from '../../tables.ts'

/**
 * Records when letterboxes and their stickers are on the map for the first time. The map shows nothing of it, so it is
 * not announced.
 */
async function recordArrivals(tx: Db, now: Date): Promise<void> {
  await tx.execute(sql`SELECT set_config('letterlend.quiet', 'on', true)`)
  await tx
    .update(letterboxes)
    .set({ on_map_at: now })
    .from(users)
    .where(and(isNull(letterboxes.on_map_at), eq(users.id, letterboxes.user_id), isOnMap))
  await tx
    .update(letterbox_items)
    .set({ on_map_at: now })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(
      and(
        isNull(letterbox_items.on_map_at),
        eq(letterboxes.id, letterbox_items.letterbox_id),
        isOnMap,
      ),
    )
}

/**
 * Many steps can bring a letterbox onto the map, for the first time or again: its spot, the end of a suspension, a
 * moderator who lets its owner in. None of them knows of the feed.
 */
export const recordingArrivals: FeatureJob = {
  queue: 'letterbox-arrivals',
  failure: 'new letterboxes not recorded',
  everySeconds: 5 * MINUTE_SECONDS,
  run: ({ database, clock }) => database.orm.transaction((tx) => recordArrivals(tx, clock())),
}
