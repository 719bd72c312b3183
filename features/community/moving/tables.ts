import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { LegalTexts } from '#features/community/legal/contract.ts'
import { now, oneOf } from '#platform/server/db/columns.ts'
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

/** The mail "we have moved", as the staff have written it: one row. Without a row it is the template. */
export const moved_mails = pgTable('moved_mails', {
  id: integer().primaryKey().default(1),
  texts: jsonb().$type<LegalTexts>().notNull(),
  /** Sending stops as soon as this share of the mails comes back, in percent. */
  most_bounces: integer().notNull(),
  version: integer().notNull(),
  updated_at: now(),
})
