import { asc, eq } from 'drizzle-orm'
import { items } from '#features/places/items/tables.ts'
import { findPublicLetterboxes } from '#features/places/letterboxes/server/door.ts'
import { letterbox_items } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type Language, storedLanguage } from '#platform/shared/languages.ts'
import { pageTextsIn } from './page-texts.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const NAMED = 3

/** Link preview of a letterbox. */
interface LetterboxPreview {
  title: string
  description: string
  /** Image files of its stickers. */
  imagePaths: string[]
  latitude: number
  longitude: number
}

async function itemsOf(db: Db, letterboxId: string) {
  return db
    .select({
      name_de: items.name_de,
      name_en: items.name_en,
      name_fr: items.name_fr,
      image_path: items.image_path,
    })
    .from(letterbox_items)
    .innerJoin(items, eq(items.id, letterbox_items.item_id))
    .where(eq(letterbox_items.letterbox_id, letterboxId))
    .orderBy(asc(items.id))
}

/**
 * Preview of a public letterbox: its items and the town, nothing about its owner. Null for a hidden letterbox, as for
 * one that does not exist.
 */
export async function findPreview(
  db: Db,
  id: string,
  lang: Language,
): Promise<LetterboxPreview | null> {
  if (!UUID.test(id)) return null
  const [fullLetterbox] = await findPublicLetterboxes(db, [id])
  const { latitude = null, longitude = null, city } = fullLetterbox?.letterbox ?? {}
  if (latitude === null || longitude === null || city === undefined) return null
  const lent = await itemsOf(db, id)
  const texts = pageTextsIn(lang)
  const names = lent.map((item) => item[`name_${storedLanguage(lang)}`])
  return {
    title: texts.letterboxTitle(names.slice(0, NAMED), Math.max(0, names.length - NAMED), city),
    description: texts.letterboxDescription,
    imagePaths: lent.map(({ image_path }) => image_path),
    latitude,
    longitude,
  }
}
