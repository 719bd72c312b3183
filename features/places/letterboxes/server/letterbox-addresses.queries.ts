import { and, eq, not, sql } from 'drizzle-orm'
import { addressKey } from '#features/places/letterboxes/addresses/server/door.ts'
import { isOnMap } from '#features/places/letterboxes/map-index/server/door.ts'
import { isBlockedFor } from '#features/places/letterboxes/reach/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import type { Position } from '#platform/shared/geography.ts'
import type { TypedAddress } from '#platform/shared/input/house-number.ts'
import { letterboxes } from '../tables.ts'
import { squaredDegreesFrom } from './letterbox-distance.ts'

/** A house rarely has more letterboxes than this. */
const MOST = 20

/**
 * Public letterboxes at an address: the exact house number first, then "94a" for "94" but never "941"; within each
 * group those nearest to `near` first.
 */
export function findByAddress(
  db: Db,
  { street, place }: TypedAddress,
  near: Position | null,
  viewerId: string | null,
) {
  const stored = addressKey(letterboxes.address)
  const typed = addressKey(sql`${street}::text`)
  const town = sql`' ' || letterbox_address_key(${letterboxes.postcode} || ' ' || ${letterboxes.city})`
  const from = near ?? { latitude: 0, longitude: 0 }
  return db
    .select({
      id: letterboxes.id,
      address: letterboxes.address,
      postcode: letterboxes.postcode,
      city: letterboxes.city,
      latitude: sql<number>`${letterboxes.latitude}`,
      longitude: sql<number>`${letterboxes.longitude}`,
    })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(
      and(
        isOnMap,
        viewerId === null ? undefined : not(isBlockedFor(viewerId)),
        // Written as a range, so that every query plan can use the index: keys consist of letters, digits and spaces,
        // which sort before "~".
        sql`${stored} >= ${typed}`,
        sql`${stored} < ${typed} || '~'`,
        sql`substr(${stored}, length(${typed}) + 1, 1) NOT BETWEEN '0' AND '9'`,
        sql`NOT EXISTS (SELECT 1 FROM unnest(string_to_array(letterbox_address_key(${place}::text), ' ')) AS word
          WHERE position(' ' || word IN ${town}) = 0)`,
      ),
    )
    .orderBy(sql`${stored} <> ${typed}`, squaredDegreesFrom(from), letterboxes.id)
    .limit(MOST)
}
