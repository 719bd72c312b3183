import { and, eq, lt, not } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { ItemCategory } from '../../item-categories.ts'
import { item_artworks } from '../../tables.ts'
import { type MadeSticker, makeSticker } from './artwork-making.ts'

/** How long an uploaded picture is kept without an item: long enough to fill in the rest of the form. */
const FORGOTTEN_AFTER_MS = DAY_MS

export async function storeArtwork(db: Db, made: MadeSticker, now: Date): Promise<void> {
  await db
    .insert(item_artworks)
    .values({ ...made, created_at: now })
    .onConflictDoUpdate({ target: item_artworks.path, set: { created_at: now } })
}

/** The sticker stored under a path; null if none was uploaded. */
export async function findArtwork(db: Db, path: string): Promise<Buffer | null> {
  const [row] = await db
    .select({ content: item_artworks.content })
    .from(item_artworks)
    .where(eq(item_artworks.path, path))
  return row?.content ?? null
}

/**
 * Keeps an uploaded picture for an item, on the colour of its category.
 * @returns the path under which the sticker is served; null if there is no such picture
 */
export async function keepArtwork(
  db: Db,
  path: string,
  category: ItemCategory,
  now: Date,
): Promise<string | null> {
  const [artwork] = await db.select().from(item_artworks).where(eq(item_artworks.path, path))
  if (!artwork) return null
  const sticker = await makeSticker(artwork.picture, category)
  await storeArtwork(db, sticker, now)
  await db.update(item_artworks).set({ kept: true }).where(eq(item_artworks.path, sticker.path))
  return sticker.path
}

/** Deletes expired pictures that no item has used. */
export async function deleteForgotten(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - FORGOTTEN_AFTER_MS)
  await db
    .delete(item_artworks)
    .where(and(not(item_artworks.kept), lt(item_artworks.created_at, before)))
}
