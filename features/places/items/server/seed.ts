import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#platform/server/db/client.ts'
import { itemCategorySchema } from '../contract.ts'
import { items } from '../tables.ts'
import { ITEM_CATALOGUE } from './item-files.ts'

const catalogueSchema = z.array(
  z.object({
    id: z.int().positive(),
    slug: z.string(),
    category: itemCategorySchema,
    name_de: z.string(),
    name_en: z.string(),
    name_fr: z.string(),
    name_it: z.string(),
    synonyms: z.record(z.string(), z.array(z.string())),
    /** How likely a household lends this item, 1 to 100; used by the demo community. */
    popularity: z.number().positive(),
  }),
)
export type CatalogueItem = z.infer<typeof catalogueSchema>[number]

export async function readCatalogue(): Promise<CatalogueItem[]> {
  return catalogueSchema.parse(JSON.parse(await readFile(ITEM_CATALOGUE, 'utf8')))
}

const fromCatalogue = [
  'category',
  'name_de',
  'name_en',
  'name_fr',
  'name_it',
  'synonyms',
  'image_path',
] as const

/**
 * Syncs the table with the catalogue: inserts missing items and applies changes. Keeps rows that a person edited
 * (`updated_at` later than `created_at`) and items that left the catalogue. Safe to run in several processes at once.
 */
export async function seedItems(db: Db): Promise<void> {
  const rows = (await readCatalogue()).map(({ popularity: _, synonyms, ...item }) => ({
    ...item,
    synonyms: [...new Set(Object.values(synonyms).flat())],
    image_path: `${item.slug}.svg`,
  }))
  const excluded = Object.fromEntries(
    fromCatalogue.map((column) => [column, sql.raw(`excluded.${column}`)]),
  )
  const stored = sql.raw(fromCatalogue.map((column) => `items.${column}`).join(', '))
  const offered = sql.raw(fromCatalogue.map((column) => `excluded.${column}`).join(', '))
  await db
    .insert(items)
    .values(rows.sort((a, b) => a.id - b.id))
    .onConflictDoUpdate({
      target: items.id,
      set: excluded,
      setWhere: sql`${items.updated_at} = ${items.created_at} AND ${items.slug} = excluded.slug
        AND (${stored}) IS DISTINCT FROM (${offered})`,
    })
}
