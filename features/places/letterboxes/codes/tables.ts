import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, now } from '#platform/server/db/columns.ts'
import { letterboxes } from '../tables.ts'

/** Short codes of letterboxes, and of printed sheets that no letterbox has claimed yet. */
export const letterbox_codes = pgTable(
  'letterbox_codes',
  {
    /** In plain text: it stands on the letterbox, and is printed again. */
    code: text().primaryKey(),
    /** Null for a printed sheet until it is claimed. */
    letterbox_id: uuid().references(() => letterboxes.id, { onDelete: 'cascade' }),
    /** When it was created for the letterbox, or when the letterbox claimed its sheet. */
    assigned_at: instant(),
    /** When the owner renewed it. */
    ended_at: instant(),
    /** How many people have registered after a flyer with this code brought them. */
    came: integer().notNull().default(0),
    created_at: now(),
  },
  (table) => [
    check('letterbox_codes_code_check', sql`${table.code} ~ '^[0-9A-HJKMNP-TV-Z]{7}$'`),
    check(
      'letterbox_codes_check',
      sql`(${table.letterbox_id} IS NULL) = (${table.assigned_at} IS NULL) AND (${table.ended_at} IS NULL OR ${table.letterbox_id} IS NOT NULL)`,
    ),
    index('letterbox_codes_letterbox_id_idx').on(table.letterbox_id, table.assigned_at),
  ],
)
