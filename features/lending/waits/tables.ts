import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { items } from '#features/places/items/tables.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { instant, now } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'

/** A member's place in the line for a thing of a letterbox. */
export const waits = pgTable(
  'waits',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    letterbox_id: uuid()
      .notNull()
      .references(() => letterboxes.id, { onDelete: 'cascade' }),
    item_id: smallint()
      .notNull()
      .references(() => items.id, { onDelete: 'cascade' }),
    created_at: now(),
    expires_at: instant().notNull(),
    /** When the turn began, and until when the member can use it; null before. */
    told_at: instant(),
    turn_until: instant(),
    /** For the link in the mail about the turn that leaves the line. */
    leave_hash: text().unique(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.letterbox_id, table.item_id] }),
    check('waits_check', sql`(${table.told_at} IS NULL) = (${table.turn_until} IS NULL)`),
    index('waits_letterbox_id_item_id_idx').on(table.letterbox_id, table.item_id),
    index('waits_item_id_idx').on(table.item_id),
  ],
)
