import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  date,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { items } from '#features/items/tables.ts'
import { id, instant, now } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'
import { LOAN_REASONS, LOAN_SIDES, LOAN_STATUSES } from './loan-steps.ts'
import { MESSAGE_WARNINGS } from './message-warnings.ts'

/** `[2026-11-21,2026-11-23)`: days, the last one excluded; without a last one it is open. */
const dateRange = customType<{ data: string }>({ dataType: () => 'daterange' })

export const transactions = pgTable('transactions', {
  id: id(),
  status: text({ enum: LOAN_STATUSES }).notNull().default('requested'),
  item_id: smallint()
    .notNull()
    .references(() => items.id),
  borrower_id: uuid().references(() => users.id, { onDelete: 'set null' }),
  renter_id: uuid().references(() => users.id, { onDelete: 'set null' }),
  wanted_from: date(),
  wanted_until: date(),
  /** Whose dates these are: the borrower may say yes to those of the lender. */
  dates_by: text({ enum: LOAN_SIDES }).notNull().default('borrower'),
  handover_at: instant(),
  return_by: date(),
  /** What the lender wrote with the yes. */
  handover_note: text(),
  /** The days on which the thing is away; of one copy no two overlap. */
  lent: dateRange(),
  /** Which of several alike, from 0. */
  copy: smallint(),
  /** What several letterboxes were asked by at once has one. */
  ask_id: uuid(),
  /** The first word or decision of the lender's side. */
  answered_at: instant(),
  /** Somebody blocked the other side: nothing is written any more. */
  closed_at: instant(),
  /** The request waits for a moderator, and the lender knows nothing of it. */
  held_at: instant(),
  created_at: now(),
  updated_at: now(),
})

/** Lenders whose answers have to be worked out again; written by triggers. */
export const answer_candidates = pgTable('answer_candidates', {
  id: id(),
  renter_id: uuid().notNull(),
})

/** All that ever happened to a transaction, written once. */
export const transaction_events = pgTable('transaction_events', {
  id: id(),
  transaction_id: uuid()
    .notNull()
    .references(() => transactions.id, { onDelete: 'cascade' }),
  /** What it was after this. */
  status: text({ enum: LOAN_STATUSES }).notNull(),
  at: instant().notNull(),
  /** Null: it happened by itself. */
  side: text({ enum: LOAN_SIDES }),
  by_id: uuid().references(() => users.id, { onDelete: 'set null' }),
  reason: text({ enum: LOAN_REASONS }),
  wanted_from: date(),
  wanted_until: date(),
  handover_at: instant(),
  return_by: date(),
  /** Chosen by the client; unique in its transaction. */
  request_id: uuid(),
})

/** A thank-you of each side after the return. */
export const transaction_thanks = pgTable(
  'transaction_thanks',
  {
    transaction_id: uuid()
      .notNull()
      .references(() => transactions.id, { onDelete: 'cascade' }),
    /** Who thanks. */
    side: text({ enum: LOAN_SIDES }).notNull(),
    by_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    to_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
    text: text(),
    /** For everybody, at the letterbox of who is thanked. */
    shown: boolean().notNull(),
    /** By who is thanked. */
    hidden: boolean().notNull().default(false),
    created_at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.transaction_id, table.side] })],
)

/** Each reminder once: the row is written in the transaction that tells of it. */
export const transaction_reminders = pgTable(
  'transaction_reminders',
  {
    transaction_id: uuid()
      .notNull()
      .references(() => transactions.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    created_at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.transaction_id, table.kind] })],
)

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
  /** What its receiver is warned of: it came from somebody not yet answered. */
  warnings: text({ enum: MESSAGE_WARNINGS }).array().notNull().default(sql`'{}'::text[]`),
  /** Waits for a moderator: nobody but its author sees it. */
  held_at: instant(),
  held_for: text({ enum: ['many_letterboxes', 'many_accounts'] }),
  /** A moderator decided that it reaches nobody; `held_at` stays. */
  refused_at: instant(),
  /** By it two first words are the same text; null once the other side has answered. */
  text_key: text(),
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
    archived: boolean().notNull().default(false),
    muted: boolean().notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.transaction_id] })],
)
