import { boolean, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { oneOf } from '#platform/server/db/columns.ts'
import { LEGACY_KINDS } from './legacy-kinds.ts'

/**
 * What the rows of a site that was moved in are called here. Rows stay when the account or thing is deleted, so that
 * the next run does not bring it back.
 */
export const legacy_ids = pgTable(
  'legacy_ids',
  {
    kind: text({ enum: LEGACY_KINDS }).notNull(),
    old_id: text().notNull(),
    /** Usually a uuid; a number for items and announcements. */
    new_id: text().notNull(),
    /** False if it was here before: an item of the catalogue, an account with the same e-mail address. */
    created: boolean().notNull(),
    /** A short hash of each field as it was imported, which tells the next run what has changed on which side. */
    imported: jsonb().$type<Record<string, string>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.old_id] }),
    oneOf(table.kind),
    index('legacy_ids_new_id_idx').on(table.kind, table.new_id),
  ],
)
