import { and, between, desc, eq, gte, or, type SQL } from 'drizzle-orm'
import { items } from '#features/places/items/tables.ts'
import { isOnMap } from '#features/places/letterboxes/map-index/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import { type Box, distanceInMetres, type Position } from '#platform/shared/geography.ts'
import { type Language, storedLanguage } from '#platform/shared/languages.ts'
import { letterbox_items, letterboxes } from '../../tables.ts'

/** Rows that are read at most; a feed has far fewer entries. */
const MOST_STICKERS = 1_000

/** A sticker that was put on a letterbox which is on the map. */
export interface NewSticker {
  letterbox_id: string
  city: string
  created_at: Date
  /** Name of the item. */
  item: string
  stuck_at: Date
}

function isWithin({ northEast, southWest }: Box): SQL | undefined {
  const [west, east] = [southWest.longitude, northEast.longitude]
  return and(
    between(letterboxes.latitude, southWest.latitude, northEast.latitude),
    west <= east
      ? between(letterboxes.longitude, west, east)
      : or(gte(letterboxes.longitude, west), between(letterboxes.longitude, -180, east)),
  )
}

/** Stickers since an instant on public letterboxes around a place, the newest first. */
export async function findNewStickers(
  db: Db,
  around: { place: Position; metres: number; box: Box; lang: Language },
  since: Date,
): Promise<NewSticker[]> {
  const rows = await db
    .select({
      letterbox_id: letterboxes.id,
      city: letterboxes.city,
      created_at: letterboxes.created_at,
      item: items[`name_${storedLanguage(around.lang)}`],
      stuck_at: letterbox_items.stuck_at,
      latitude: letterboxes.latitude,
      longitude: letterboxes.longitude,
    })
    .from(letterbox_items)
    .innerJoin(items, eq(items.id, letterbox_items.item_id))
    .innerJoin(letterboxes, eq(letterboxes.id, letterbox_items.letterbox_id))
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(and(gte(letterbox_items.stuck_at, since), isOnMap, isWithin(around.box)))
    .orderBy(desc(letterbox_items.stuck_at), letterbox_items.letterbox_id, letterbox_items.item_id)
    .limit(MOST_STICKERS)
  return rows.flatMap(({ latitude, longitude, stuck_at, ...row }) => {
    if (latitude === null || longitude === null || stuck_at === null) return []
    const isNear = distanceInMetres(around.place, { latitude, longitude }) <= around.metres
    return isNear ? [{ ...row, stuck_at }] : []
  })
}
