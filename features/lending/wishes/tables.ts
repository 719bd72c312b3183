import { sql } from 'drizzle-orm'
import {
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { items } from '#features/places/items/tables.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { atMost, collatedText, id, instant, now, oneOf } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'
import { LANGUAGES } from '#platform/shared/languages.ts'

/** "Tell me when a neighbour lends this": of an account, or of a visitor's address. */
export const wishes = pgTable(
  'wishes',
  {
    id: id(),
    item_id: smallint()
      .notNull()
      .references(() => items.id, { onDelete: 'cascade' }),
    user_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
    email: text(),
    lang: text({ enum: LANGUAGES }).notNull(),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    /** Metres. */
    radius: integer().notNull(),
    place: collatedText(),
    confirmed_at: instant(),
    /** When the last mail was written. */
    notified_at: instant(),
    created_at: now(),
    expires_at: instant().notNull(),
  },
  (table) => [
    check('wishes_check', sql`(${table.user_id} IS NULL) <> (${table.email} IS NULL)`),
    check('wishes_check1', sql`${table.user_id} IS NULL OR ${table.confirmed_at} IS NOT NULL`),
    atMost(table.email, 254),
    oneOf(table.lang),
    check('wishes_latitude_check', sql`${table.latitude} BETWEEN -90 AND 90`),
    check('wishes_longitude_check', sql`${table.longitude} BETWEEN -180 AND 180`),
    atMost(table.place, 200),
    check('wishes_radius_check', sql`${table.radius} BETWEEN 1 AND 50000`),
    uniqueIndex('wishes_email_item_id_key')
      .on(sql`lower(${table.email})`, table.item_id)
      .where(sql`${table.email} IS NOT NULL AND ${table.confirmed_at} IS NOT NULL`),
    index('wishes_expires_at_idx').on(table.expires_at),
    index('wishes_item_id_latitude_idx')
      .on(table.item_id, table.latitude)
      .where(sql`${table.confirmed_at} IS NOT NULL`),
    uniqueIndex('wishes_user_id_item_id_key')
      .on(table.user_id, table.item_id)
      .where(sql`${table.user_id} IS NOT NULL`),
  ],
)

/** Links in the mails of wishes; deleted together with their wish. */
export const wish_tokens = pgTable(
  'wish_tokens',
  {
    token_hash: text().primaryKey(),
    wish_id: uuid()
      .notNull()
      .references(() => wishes.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['confirm', 'end'] }).notNull(),
  },
  (table) => [oneOf(table.kind), index('wish_tokens_wish_id_idx').on(table.wish_id)],
)

export const wish_matches = pgTable(
  'wish_matches',
  {
    wish_id: uuid()
      .notNull()
      .references(() => wishes.id, { onDelete: 'cascade' }),
    letterbox_id: uuid()
      .notNull()
      .references(() => letterboxes.id, { onDelete: 'cascade' }),
    /** Null if it belongs in the next mail. */
    mailed_at: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.wish_id, table.letterbox_id] }),
    index('wish_matches_letterbox_id_idx').on(table.letterbox_id),
    index('wish_matches_pending_idx').on(table.wish_id).where(sql`${table.mailed_at} IS NULL`),
  ],
)

/** Letterboxes that changed so that they may match a wish; written by triggers. */
export const wish_candidates = pgTable('wish_candidates', {
  id: id(),
  letterbox_id: uuid().notNull(),
})
