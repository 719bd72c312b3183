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
    /** No reference: a wait outlives its letterbox until the member was told. */
    letterbox_id: uuid().notNull(),
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
    index('waits_expires_at_idx').on(table.expires_at),
    index('waits_turn_idx').on(table.turn_until).where(sql`${table.told_at} IS NOT NULL`),
  ],
)

/**
 * Where version 1.0 stored waits for letterboxes whose owner could not be reached. Rows are moved to `waits` each
 * minute; a later release can drop the table.
 */
export const ask_tries = pgTable(
  'ask_tries',
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
    told_at: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.letterbox_id, table.item_id] }),
    index('ask_tries_letterbox_id_idx').on(table.letterbox_id),
    index('ask_tries_item_id_idx').on(table.item_id),
    index('ask_tries_created_at_idx').on(table.created_at),
  ],
)
