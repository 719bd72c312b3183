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
    /** Counts the changes that the back office made. */
    version: integer().notNull().default(0),
    /** The place of the item in its category. Items without one follow behind the others, by id. */
    position: integer(),
    /** The item that it was merged into. */
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

/** Pictures that were uploaded for items; they stay, so that an old address works. */
export const item_artworks = pgTable(
  'item_artworks',
  {
    /** The name of the file: a hash of the sticker as it is shown. */
    path: text().primaryKey(),
    /** The whole sticker, as it is served. */
    content: bytes().notNull(),
    /** The picture on the sticker, from which one of another colour can be made. */
    picture: bytes().notNull(),
    /** False until an item has the picture; pictures that no item ever had are deleted. */
    kept: boolean().notNull().default(false),
    created_at: instant().notNull(),
  },
  (table) => [check('item_artworks_path_check', sql`${table.path} ~ '^[0-9a-f]{32}\\.(svg|png)$'`)],
)
