import { and, between, eq, lt, not, sql } from 'drizzle-orm'
import { items } from '#features/places/items/tables.ts'
import { isOnMap } from '#features/places/letterboxes/map-index/server/door.ts'
import { isBlockedFor } from '#features/places/letterboxes/reach/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { holds } from '#platform/server/db/text-search.ts'
import { users } from '#platform/server/identity/tables.ts'
import type { Position } from '#platform/shared/geography.ts'
import type { FoundLine } from '../contract.ts'
import { letterbox_items, letterboxes } from '../tables.ts'
import { squaredDegreesFrom } from './letterbox-distance.ts'

/** Maximum number of suggestions. */
export const MOST_LINES = 5
/** In degrees of latitude: 50 km, farther than anyone goes to borrow an item. */
const REACH = 0.45

/** Stickers around `near` whose line contains the text, on letterboxes that the viewer may see, the nearest first. */
export function findByLine(
  db: Db,
  text: string,
  near: Position,
  viewerId: string | null,
  limit: number = MOST_LINES,
): Promise<FoundLine[]> {
  const away = squaredDegreesFrom(near)
  return db
    .select({
      id: letterboxes.id,
      address: letterboxes.address,
      postcode: letterboxes.postcode,
      city: letterboxes.city,
      latitude: sql<number>`${letterboxes.latitude}`,
      longitude: sql<number>`${letterboxes.longitude}`,
      item: { id: items.id, image_path: items.image_path },
      line: sql<string>`${letterbox_items.line}`,
    })
    .from(letterbox_items)
    .innerJoin(items, eq(items.id, letterbox_items.item_id))
    .innerJoin(letterboxes, eq(letterboxes.id, letterbox_items.letterbox_id))
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(
      and(
        holds(letterbox_items.line, text),
        isOnMap,
        viewerId === null ? undefined : not(isBlockedFor(viewerId)),
        // A bounding box that an index can answer; the circle lies inside it.
        between(letterboxes.latitude, near.latitude - REACH, near.latitude + REACH),
        lt(away, REACH ** 2),
      ),
    )
    .orderBy(away, letterboxes.id, letterbox_items.item_id)
    .limit(limit)
}
