import { and, inArray, not, type SQL } from 'drizzle-orm'
import { readPicture } from '#platform/server/artwork/picture-reading.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { ItemCategory } from '../item-categories.ts'
import { type ItemRow, items } from '../tables.ts'
import { addItem } from './admin/writing.ts'
import { storeArtwork } from './artwork/artwork.queries.ts'
import { makeSticker } from './artwork/artwork-making.ts'

// What the import of a whole site writes: see features/community/moving.

export interface MovedItem {
  name_de: string
  name_en: string
  name_fr: string
  name_it: string
  category: ItemCategory
  /** The file of its picture; null draws its first letter. */
  picture: Buffer | null
}

/** Adds an item of another site. Throws `validation` if a name is taken, and for a picture that cannot be read. */
export async function storeMovedItem(db: Db, { picture, ...names }: MovedItem, now: Date) {
  let artwork: string | null = null
  if (picture) {
    const sticker = await makeSticker(await readPicture(picture), names.category)
    await storeArtwork(db, sticker, now)
    artwork = sticker.path
  }
  return addItem(db, { ...names, synonyms: [], sticker: true, artwork }, now)
}

export const findItems = (db: Db, ids: readonly number[]): Promise<ItemRow[]> =>
  db
    .select()
    .from(items)
    .where(inArray(items.id, [...ids]))

/** Deletes items that nothing uses. */
export async function removeMovedItems(
  db: Db,
  ids: readonly number[],
  isUsed: SQL,
): Promise<number[]> {
  const rows = await db
    .delete(items)
    .where(and(inArray(items.id, [...ids]), not(isUsed)))
    .returning({ id: items.id })
  return rows.map(({ id }) => id)
}
