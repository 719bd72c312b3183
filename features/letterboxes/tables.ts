import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { items } from '#features/items/tables.ts'
import { id, instant, now } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'
import { ANSWER_BANDS } from './answer-bands.ts'

export const letterboxes = pgTable('letterboxes', {
  id: id(),
  user_id: uuid()
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  address: text().notNull(),
  address_addition: text(),
  postcode: text().notNull(),
  city: text().notNull(),
  country: text().notNull(),
  latitude: doublePrecision(),
  longitude: doublePrecision(),
  location_verified: boolean().notNull().default(false),
  /** When a code from a parcel proved the address; null again when the address changes. */
  address_verified_at: instant(),
  /** The last day of a holiday; as long as it is set, the letterbox is hidden. */
  holiday_until: date({ mode: 'string' }),
  /** Since when the community hides it, and why, as its owner was told; null where it does not. */
  hidden_at: instant(),
  hidden_reason: text(),
  /** Counts the changes of this row; the database does. */
  version: integer().notNull().default(0),
  items_confirmed_at: now(),
  confirmation_asked_at: instant(),
  confirmation_reminders: boolean().notNull().default(true),
  /** Set by the CSV import: the same row imported again finds its letterbox. */
  import_key: text().unique(),
  created_at: now(),
  updated_at: now(),
})

export type LetterboxRow = typeof letterboxes.$inferSelect

export const letterbox_items = pgTable(
  'letterbox_items',
  {
    letterbox_id: uuid()
      .notNull()
      .references(() => letterboxes.id, { onDelete: 'cascade' }),
    item_id: smallint()
      .notNull()
      .references(() => items.id, { onDelete: 'cascade' }),
    /** How many of it there are to lend. */
    copies: smallint().notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.letterbox_id, table.item_id] }),
    index('letterbox_items_item_id_idx').on(table.item_id),
  ],
)

/** How a letterbox answers and what it has lent, worked out from its requests; none is a new one. */
export const letterbox_answers = pgTable('letterbox_answers', {
  letterbox_id: uuid()
    .primaryKey()
    .references(() => letterboxes.id, { onDelete: 'cascade' }),
  answers: text({ enum: ANSWER_BANDS }).notNull(),
  loans: integer().notNull(),
  computed_at: instant().notNull(),
})

/** Links of the yearly mails that ask whether the stickers are still true. */
export const upkeep_tokens = pgTable('upkeep_tokens', {
  id: id(),
  token_hash: text().notNull().unique(),
  user_id: uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  created_at: now(),
  expires_at: instant().notNull(),
  used_at: instant(),
})
