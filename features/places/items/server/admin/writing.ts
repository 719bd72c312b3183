import { and, eq, isNull, max, ne, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { takeLock } from '#platform/server/db/locks.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import type { FieldErrors } from '#platform/shared/error-answer.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { ITEM_NAME_TAKEN, type ItemContent } from '../../contract.admin.ts'
import { letterPath } from '../../letter-path.ts'
import { type ItemRow, items } from '../../tables.ts'
import { keepArtwork } from '../artwork/artwork.queries.ts'
import { isLetterPath } from '../artwork/letter-sticker.ts'
import { hasCatalogueSticker } from '../artwork/sticker-files.ts'
import { offeredOrder } from '../items.queries.ts'

/**
 * The product's own items have lower ids, so an item added by a community never collides with a later one of the
 * product.
 */
const FIRST_OWN_ID = 10_001

const NAMES = ['name_de', 'name_en', 'name_fr', 'name_it'] as const

/**
 * Rejects names that another item has: an import finds items by name and could not tell them apart. Throws
 * `validation`.
 */
async function refuseTakenNames(db: Db, id: number, content: ItemContent): Promise<void> {
  const errors: FieldErrors = {}
  for (const name of NAMES) {
    const [other] = await db
      .select({ id: items.id })
      .from(items)
      .where(
        and(
          ne(items.id, id),
          isNull(items.merged_into),
          eq(sql`lower(${items[name]})`, content[name].toLowerCase()),
        ),
      )
      .limit(1)
    if (other) errors[name] = [ITEM_NAME_TAKEN]
  }
  if (Object.keys(errors).length > 0) throw new AppError('validation', { errors })
}

/** Path of the item's picture after this content is saved. */
async function imagePathFor(
  db: Db,
  item: Pick<ItemRow, 'slug' | 'image_path' | 'category'>,
  { artwork, category, name_de }: ItemContent,
  now: Date,
): Promise<string> {
  const drawn = hasCatalogueSticker(item.slug) ? `${item.slug}.svg` : letterPath(category, name_de)
  if (artwork === null) return drawn
  const currentPath = artwork ?? item.image_path
  if (isLetterPath(currentPath)) return letterPath(category, name_de)
  if (artwork === undefined && category === item.category) return currentPath
  const recolouredPath = await keepArtwork(db, currentPath, category, now)
  if (recolouredPath) return recolouredPath
  if (artwork !== undefined) throw fieldError('artwork', VALIDATION.invalid)
  // The current picture is a catalogue file, and the file contains the colour.
  return currentPath
}

function valuesOf({ artwork: _, synonyms, ...content }: ItemContent) {
  return { ...content, synonyms: [...new Set(synonyms)] }
}

/** Returns the id of the new item. Throws `validation`. */
export async function addItem(db: Db, content: ItemContent, now: Date): Promise<number> {
  // Two concurrent calls would take the same id.
  await takeLock(db, 'newItem')
  await refuseTakenNames(db, 0, content)
  const [last] = await db.select({ id: max(items.id) }).from(items)
  const id = Math.max(FIRST_OWN_ID, (last?.id ?? 0) + 1)
  // The digit keeps the slug apart from those of the product's items.
  const slug = `item-${id}`
  const item = { slug, image_path: letterPath(content.category, content.name_de) }
  const image_path = await imagePathFor(db, { ...item, category: content.category }, content, now)
  await db
    .insert(items)
    .values({ ...valuesOf(content), id, slug, image_path, created_at: now, updated_at: now })
  return id
}

/** Replaces the fields that administrators write. Throws `validation`. */
export async function rewriteItem(
  db: Db,
  item: ItemRow,
  content: ItemContent,
  now: Date,
): Promise<void> {
  await refuseTakenNames(db, item.id, content)
  await db
    .update(items)
    .set({
      ...valuesOf(content),
      image_path: await imagePathFor(db, item, content, now),
      // An item that changes its category moves to the end.
      position: content.category === item.category ? undefined : null,
      version: item.version + 1,
      updated_at: now,
    })
    .where(eq(items.id, item.id))
}

/** Sets whether an item is offered. The item still receives updates of the catalogue. */
export async function setActive(db: Db, item: ItemRow, active: boolean): Promise<void> {
  await db
    .update(items)
    .set({ active, version: item.version + 1 })
    .where(eq(items.id, item.id))
}

/** Swaps an item with a neighbour in its category. Returns false if there is no neighbour. */
export async function moveItem(db: Db, item: ItemRow, to: 'up' | 'down'): Promise<boolean> {
  const rows = await db
    .select({ id: items.id, position: items.position })
    .from(items)
    .where(and(eq(items.category, item.category), isNull(items.merged_into)))
    .orderBy(...offeredOrder)
    .for('update')
  const ids = rows.map(({ id }) => id)
  const at = ids.indexOf(item.id)
  const other = to === 'up' ? at - 1 : at + 1
  const neighbour = ids[other]
  if (at < 0 || neighbour === undefined) return false
  ids[at] = neighbour
  ids[other] = item.id
  const before = new Map(rows.map(({ id, position }) => [id, position]))
  for (const [index, id] of ids.entries()) {
    if (before.get(id) === index + 1) continue
    await db
      .update(items)
      .set({ position: index + 1 })
      .where(eq(items.id, id))
  }
  await db
    .update(items)
    .set({ version: item.version + 1 })
    .where(eq(items.id, item.id))
  return true
}
