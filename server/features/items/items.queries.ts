import type { Item } from '@letterlend/contract/items.ts'
import { and, asc, eq, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { items, letterbox_items } from '../../db/schema.ts'

type ItemRow = typeof items.$inferSelect

function presentItem(row: ItemRow): Item {
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

async function selectItems(db: Db, where: SQL | undefined): Promise<Item[]> {
  const rows = await db.select().from(items).where(where).orderBy(asc(items.id))
  return rows.map(presentItem)
}

export function listItems(db: Db): Promise<Item[]> {
  return selectItems(db, and(eq(items.active, true), eq(items.sticker, true)))
}

export async function listItemsOfLetterbox(db: Db, letterboxId: string): Promise<Item[]> {
  const rows = await db
    .select({ item: items })
    .from(letterbox_items)
    .innerJoin(items, eq(items.id, letterbox_items.item_id))
    .where(and(eq(letterbox_items.letterbox_id, letterboxId), eq(items.active, true)))
    .orderBy(asc(items.id))
  return rows.map(({ item }) => presentItem(item))
}
