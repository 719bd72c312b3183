import { and, asc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { type Asking, prepared } from '#platform/server/db/prepared.ts'
import { type Language, storedLanguage } from '#platform/shared/languages.ts'
import type { Item } from '../contract.ts'
import { type ItemRow, items } from '../tables.ts'
import type { ItemUse } from './questions.ts'

/** Cache name of {@link listItems}; triggers on its tables invalidate it. */
export const CACHED_ITEMS = 'items'

/** Display order of items: those sorted by hand, then the others. */
export const offeredOrder = [sql`${items.position} ASC NULLS LAST`, asc(items.id)]

export function presentItem(row: ItemRow): Item {
  return {
    id: row.id,
    name: row.name_en,
    name_de: row.name_de,
    name_en: row.name_en,
    name_fr: row.name_fr,
    name_it: row.name_it,
    image_path: row.image_path,
    category: row.category,
    synonyms: row.synonyms,
    active: row.active,
    sticker: row.sticker,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

const selectItem = prepared('item', (db, { id }: Asking<{ id: number }>) =>
  db.select().from(items).where(eq(items.id, id)),
)

/** The item's name by language; empty if the item no longer exists. */
export async function findItemNames(db: Db, itemId: number) {
  const [item] = await selectItem(db, { id: itemId })
  return (lang: Language) => item?.[`name_${storedLanguage(lang)}`] ?? ''
}

async function selectItems(db: Db, where: SQL | undefined): Promise<Item[]> {
  const rows = await db
    .select()
    .from(items)
    .where(where)
    .orderBy(...offeredOrder)
  return rows.map(presentItem)
}

const isOffered = and(eq(items.active, true), eq(items.sticker, true))

/** Items that users can choose. */
export function listOfferedItems(db: Db): Promise<Item[]> {
  return selectItems(db, isOffered)
}

/** Items that users can choose, and items that are still in use. */
export async function listItems(db: Db, uses: readonly ItemUse[]): Promise<Item[]> {
  const retired = await db.select({ id: items.id }).from(items).where(sql`${isOffered} IS NOT TRUE`)
  const ids = retired.map(({ id }) => id)
  const stillHad = await Promise.all(uses.map((use) => use.findStillHad?.(db, ids) ?? []))
  return selectItems(db, or(isOffered, inArray(items.id, stillHad.flat())))
}

/** Replaces merged items by the items they were merged into. Each id occurs once. */
export async function findMergedInto(db: Db, ids: readonly number[]): Promise<number[]> {
  const merged = await db
    .select({ id: items.id, into: items.merged_into })
    .from(items)
    .where(and(inArray(items.id, [...ids]), isNotNull(items.merged_into)))
  const into = new Map(merged.map((item) => [item.id, item.into]))
  return [...new Set(ids.map((id) => into.get(id) ?? id))]
}
