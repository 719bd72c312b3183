import { and, gt, isNotNull } from 'drizzle-orm'
import { type LocalPeriod, withinMonths } from '#platform/server/community-months.ts'
import type { Db } from '#platform/server/db/client.ts'
import { wishes } from '../tables.ts'

/** Active wishes of these months. */
export function listWished(db: Db, period: LocalPeriod, now: Date) {
  return db
    .select({
      item_id: wishes.item_id,
      latitude: wishes.latitude,
      longitude: wishes.longitude,
      radius: wishes.radius,
    })
    .from(wishes)
    .where(
      and(
        isNotNull(wishes.confirmed_at),
        gt(wishes.expires_at, now),
        withinMonths(wishes.created_at, period),
      ),
    )
}
