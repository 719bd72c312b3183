import {
  doublePrecision,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { items } from '#features/items/tables.ts'
import { letterboxes } from '#features/letterboxes/tables.ts'
import { id, instant, now } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'

/** "Tell me when somebody there lends this": of an account, or of a visitor's address. */
export const wishes = pgTable('wishes', {
  id: id(),
  item_id: smallint()
    .notNull()
    .references(() => items.id, { onDelete: 'cascade' }),
  user_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
  email: text(),
  lang: text({ enum: ['de', 'en', 'fr'] }).notNull(),
  latitude: doublePrecision().notNull(),
  longitude: doublePrecision().notNull(),
  /** Metres. */
  radius: integer().notNull(),
  place: text(),
  confirmed_at: instant(),
  /** When the last mail was written. */
  notified_at: instant(),
  created_at: now(),
  expires_at: instant().notNull(),
})

/** Links in the mails of wishes; they die with their wish. */
export const wish_tokens = pgTable('wish_tokens', {
  token_hash: text().primaryKey(),
  wish_id: uuid()
    .notNull()
    .references(() => wishes.id, { onDelete: 'cascade' }),
  kind: text({ enum: ['confirm', 'end'] }).notNull(),
})

export const wish_matches = pgTable(
  'wish_matches',
  {
    wish_id: uuid()
      .notNull()
      .references(() => wishes.id, { onDelete: 'cascade' }),
    letterbox_id: uuid()
      .notNull()
      .references(() => letterboxes.id, { onDelete: 'cascade' }),
    /** Null: to be told of in the next mail. */
    mailed_at: instant(),
  },
  (table) => [primaryKey({ columns: [table.wish_id, table.letterbox_id] })],
)

/** Letterboxes that changed so that they may answer a wish; written by triggers. */
export const wish_candidates = pgTable('wish_candidates', {
  id: id(),
  letterbox_id: uuid().notNull(),
})
