import {
  doublePrecision,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { id, instant, now } from './columns.ts'
import { items, letterboxes } from './letterboxes.ts'

export const transactions = pgTable('transactions', {
  id: id(),
  status: text({ enum: ['open', 'closed'] })
    .notNull()
    .default('open'),
  item_id: smallint()
    .notNull()
    .references(() => items.id),
  borrower_id: uuid().references(() => users.id, { onDelete: 'set null' }),
  renter_id: uuid().references(() => users.id, { onDelete: 'set null' }),
  created_at: now(),
  updated_at: now(),
})

export const messages = pgTable('messages', {
  id: id(),
  transaction_id: uuid()
    .notNull()
    .references(() => transactions.id, { onDelete: 'cascade' }),
  from_id: uuid().references(() => users.id, { onDelete: 'set null' }),
  to_id: uuid().references(() => users.id, { onDelete: 'set null' }),
  text: text().notNull(),
  created_at: now(),
  seen_at: instant(),
  /** Chosen by the sender's client; unique for each sender. */
  request_id: uuid(),
  /** Who of the side `from_id` wrote it; null where that is not known, or not any more. */
  author_id: uuid().references(() => users.id, { onDelete: 'set null' }),
})

/** What somebody has seen and was told of a transaction: a member of a household for themselves. */
export const transaction_views = pgTable(
  'transaction_views',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    transaction_id: uuid()
      .notNull()
      .references(() => transactions.id, { onDelete: 'cascade' }),
    /** The last time it was in view; null for never. */
    viewed_at: instant(),
    /** The message that a mail was written about; null since it was opened. */
    told_of: uuid(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.transaction_id] })],
)

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
