import { and, between, desc, eq, gte, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { items } from '#features/places/items/tables.ts'
import { isOnMap } from '#features/places/letterboxes/map-index/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import { type Box, distanceInMetres, type Position } from '#platform/shared/geography.ts'
import { type Language, storedLanguage } from '#platform/shared/languages.ts'
import { letterbox_items, letterboxes } from '../../tables.ts'

/** Rows that are read at most; a feed has far fewer entries. */
const MOST_ROWS = 1_000

/** A sticker of a letterbox that is on the map, or a letterbox without any. */
export interface News {
  letterbox_id: string
  city: string
  /** When the letterbox first came onto the map. */
  on_map_at: Date
  /** Name of the item; null for a letterbox without stickers. */
  item: string | null
  /** When others could see it first. */
  seen_at: Date
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

/**
 * Since when others can see a sticker on its letterbox. A sticker from before this was recorded came with the letterbox,
 * and `greatest` skips the null of a letterbox without stickers.
 */
const seenAt = sql<Date>`greatest(${letterbox_items.on_map_at}, ${letterboxes.on_map_at})`.mapWith(
  letterboxes.on_map_at,
)

/** What can be seen since an instant on public letterboxes around a place, the newest first. */
export async function findNews(
  db: Db,
  around: { place: Position; metres: number; box: Box; lang: Language },
  since: Date,
): Promise<News[]> {
  const rows = await db
    .select({
      letterbox_id: letterboxes.id,
      city: letterboxes.city,
      on_map_at: letterboxes.on_map_at,
      item: items[`name_${storedLanguage(around.lang)}`],
      seen_at: seenAt,
      latitude: letterboxes.latitude,
      longitude: letterboxes.longitude,
    })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .leftJoin(
      letterbox_items,
      and(eq(letterbox_items.letterbox_id, letterboxes.id), isNotNull(letterbox_items.on_map_at)),
    )
    .leftJoin(items, eq(items.id, letterbox_items.item_id))
    .where(
      and(
        isOnMap,
        isWithin(around.box),
        isNotNull(letterboxes.on_map_at),
        or(gte(letterboxes.on_map_at, since), gte(letterbox_items.on_map_at, since)),
      ),
    )
    .orderBy(desc(seenAt), letterboxes.id, letterbox_items.item_id)
    .limit(MOST_ROWS)
  return rows.flatMap(({ latitude, longitude, on_map_at, ...row }) => {
    if (latitude === null || longitude === null || on_map_at === null) return []
    const isNear = distanceInMetres(around.place, { latitude, longitude }) <= around.metres
    return isNear ? [{ ...row, on_map_at }] : []
  })
}
