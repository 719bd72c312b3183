import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { bytes, collatedText, instant, now } from '#platform/server/db/columns.ts'
import { ITEM_CATEGORIES } from './item-categories.ts'

export const items = pgTable(
  'items',
  {
    id: smallint().primaryKey(),
    slug: text().notNull().unique(),
    category: text({ enum: ITEM_CATEGORIES }).notNull(),
    name_de: collatedText().notNull(),
    name_en: collatedText().notNull(),
    name_fr: collatedText().notNull(),
    name_it: collatedText().notNull(),
    synonyms: jsonb().$type<string[]>().notNull().default([]),
    image_path: text().notNull(),
    active: boolean().notNull().default(true),
    sticker: boolean().notNull().default(true),
    /** Number of changes made in the back office. */
    version: integer().notNull().default(0),
    /** Position of the item in its category. Items without one come last, by id. */
    position: integer(),
    /** Id of the item that this one was merged into. */
    merged_into: smallint(),
    created_at: now(),
    updated_at: now(),
  },
  (table) => [
    check('items_id_check', sql`${table.id} > 0`),
    check(
      'items_merged_check',
      sql`${table.merged_into} IS NULL OR ((${table.merged_into} <> ${table.id}) AND NOT ${table.active})`,
    ),
    index('items_merged_into_idx')
      .on(table.merged_into)
      .where(sql`${table.merged_into} IS NOT NULL`),
  ],
)

export type ItemRow = typeof items.$inferSelect

/** Pictures uploaded for items. They are never deleted once used, so that old URLs keep working. */
export const item_artworks = pgTable(
  'item_artworks',
  {
    /** File name: a hash of the rendered sticker. */
    path: text().primaryKey(),
    /** The whole sticker, as it is served. */
    content: bytes().notNull(),
    /** The original picture, from which a sticker in another colour can be made. */
    picture: bytes().notNull(),
    /** False until an item uses the picture; pictures that were never used are deleted. */
    kept: boolean().notNull().default(false),
    created_at: instant().notNull(),
  },
  (table) => [check('item_artworks_path_check', sql`${table.path} ~ '^[0-9a-f]{32}\\.(svg|png)$'`)],
)
