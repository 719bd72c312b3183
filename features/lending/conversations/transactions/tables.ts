import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  date,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { items } from '#features/places/items/tables.ts'
import {
  collatedText,
  descending,
  filled,
  id,
  instant,
  now,
  oneOf,
} from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'
import { IN_WORDS, LOAN_REASONS, LOAN_SIDES, LOAN_STATUSES } from './loan-steps.ts'
import { MESSAGE_WARNINGS } from './message-warnings.ts'

/** `[2026-11-21,2026-11-23)`: days with an exclusive end; open if there is no last day. */
const dateRange = customType<{ data: string }>({ dataType: () => 'daterange' })

export const transactions = pgTable(
  'transactions',
  {
    id: id(),
    status: text({ enum: LOAN_STATUSES }).notNull().default('requested'),
    item_id: smallint()
      .notNull()
      .references(() => items.id),
    borrower_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    lender_id: uuid('renter_id').references(() => users.id, { onDelete: 'set null' }),
    wanted_from: date(),
    wanted_until: date(),
    /** The side that proposed these dates: the borrower may accept those of the lender. */
    dates_by: text({ enum: LOAN_SIDES }).notNull().default('borrower'),
    handover_at: instant(),
    return_by: date(),
    /** The side that asks to change the agreed days; the agreed ones hold until the other side says yes. */
    days_asked_by: text({ enum: LOAN_SIDES }),
    /** The proposed hand-over; null if unchanged. */
    asked_handover_at: instant(),
    /** The proposed day of return; null if unchanged. */
    asked_return_by: date(),
    /** What the lender wrote when saying yes. */
    handover_note: text(),
    /**
     * The days on which the thing is away: as agreed, or from the day of the hand-over once it is out. Two loans
     * of the same copy never overlap.
     */
    lent: dateRange(),
    /** The agreed days, to restore if the hand-over is undone; null before it. */
    lent_as_agreed: dateRange(),
    /** Which copy is lent if the lender has several, counted from 0. */
    copy: smallint(),
    /** Shared by the transactions of one request to several letterboxes. */
    ask_id: uuid(),
    /** When the lender's side first wrote or decided something. */
    answered_at: instant(),
    /**
     * When the lender's side last wrote in a request that it has not decided: a message counts neither as an
     * answer nor as silence. Every step resets it, except the end of a request, for which it explains the reason.
     */
    written_at: instant(),
    /**
     * What the borrower says was arranged in words. The lender is asked to confirm it and reminded as for a new
     * request. Steps reset it, except the end of a request, and noting a loan, which can be undone.
     */
    in_words: text({ enum: IN_WORDS }),
    /** Request ids of undone steps and of the calls that undid them, so that repeating a call has no effect. */
    undone_requests: uuid().array().notNull().default(sql`'{}'::uuid[]`),
    /** One side blocked the other, so that neither can write. */
    closed_at: instant(),
    /** The request waits for a moderator; the lender does not know of it. */
    held_at: instant(),
    created_at: now(),
    updated_at: now(),
  },
  (table) => [
    check('transactions_check', sql`${table.borrower_id} <> ${table.lender_id}`),
    oneOf(table.dates_by),
    oneOf(table.days_asked_by),
    check(
      'transactions_days_asked_check',
      sql`(${table.days_asked_by} IS NULL) = (${table.asked_handover_at} IS NULL AND ${table.asked_return_by} IS NULL)`,
    ),
    oneOf(table.in_words),
    filled(table.handover_note, 800),
    check(
      'transactions_lent_check',
      sql`${table.status} NOT IN ('accepted', 'handed_over') OR ((${table.lent} IS NOT NULL) AND ${table.copy} IS NOT NULL)`,
    ),
    oneOf(table.status),
    check('transactions_wanted_check', sql`${table.wanted_until} >= ${table.wanted_from}`),
    index('transactions_answered_at_idx')
      .on(table.answered_at, table.lender_id)
      .where(sql`${table.answered_at} IS NOT NULL`),
    uniqueIndex('transactions_ask_accepted_key')
      .on(table.borrower_id, table.ask_id)
      .where(
        sql`${table.ask_id} IS NOT NULL AND ${table.status} IN ('accepted', 'handed_over', 'returned')`,
      ),
    index('transactions_ask_id_idx').on(table.ask_id).where(sql`${table.ask_id} IS NOT NULL`),
    index('transactions_borrower_id_idx').on(table.borrower_id, descending(table.updated_at)),
    index('transactions_created_at_idx').on(table.created_at),
    index('transactions_item_id_idx').on(table.item_id),
    index('transactions_lent_idx')
      .on(table.lender_id)
      .where(sql`${table.status} IN ('accepted', 'handed_over')`),
    // Both sides are gone: these rows wait to be removed.
    index('transactions_left_idx')
      .on(table.id)
      .where(sql`${table.borrower_id} IS NULL AND ${table.lender_id} IS NULL`),
    index('transactions_renter_id_idx').on(table.lender_id, descending(table.updated_at)),
    index('transactions_running_idx')
      .on(table.status, table.created_at)
      .where(sql`${table.status} IN ('requested', 'accepted', 'handed_over')`),
  ],
)

export type TransactionRow = typeof transactions.$inferSelect

/** The history of a transaction; rows are never updated. */
export const transaction_events = pgTable(
  'transaction_events',
  {
    id: id(),
    transaction_id: uuid()
      .notNull()
      .references(() => transactions.id, { onDelete: 'cascade' }),
    /** The status after this event. */
    status: text({ enum: LOAN_STATUSES }).notNull(),
    at: instant().notNull(),
    /** Null if it happened by itself. */
    side: text({ enum: LOAN_SIDES }),
    by_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    reason: text({ enum: LOAN_REASONS }),
    wanted_from: date(),
    wanted_until: date(),
    /** With the reason `days_asked`, the proposed days. */
    handover_at: instant(),
    return_by: date(),
    /** Chosen by the client; unique within its transaction. */
    request_id: uuid(),
  },
  (table) => [
    unique().on(table.transaction_id, table.request_id),
    oneOf(table.side),
    index('transaction_events_by_id_idx').on(table.by_id),
    index('transaction_events_loans_idx')
      .on(table.status, table.at)
      .where(
        sql`${table.status} IN ('accepted', 'handed_over') AND (${table.reason} IS NULL OR ${table.reason} = 'noted')`,
      ),
    index('transaction_events_transaction_id_idx').on(table.transaction_id, table.at, table.id),
  ],
)

/** A thank-you of each side after the return. */
export const transaction_thanks = pgTable(
  'transaction_thanks',
  {
    transaction_id: uuid()
      .notNull()
      .references(() => transactions.id, { onDelete: 'cascade' }),
    /** The side that says thank you. */
    side: text({ enum: LOAN_SIDES }).notNull(),
    by_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    to_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
    text: text(),
    /** Everyone can read it at the letterbox of the person who was thanked. */
    shown: boolean().notNull(),
    /** It will be shown once a moderator has approved it; until then only the two sides can read it. */
    held_at: instant(),
    /** The person who was thanked has hidden it. */
    hidden: boolean().notNull().default(false),
    created_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.transaction_id, table.side] }),
    oneOf(table.side),
    filled(table.text, 300),
    check('transaction_thanks_held_check', sql`${table.held_at} IS NULL OR NOT ${table.shown}`),
    index('transaction_thanks_by_id_idx').on(table.by_id),
    index('transaction_thanks_held_idx').on(table.held_at).where(sql`${table.held_at} IS NOT NULL`),
    index('transaction_thanks_to_id_idx').on(table.to_id, table.created_at),
  ],
)

export const messages = pgTable(
  'messages',
  {
    id: id(),
    transaction_id: uuid()
      .notNull()
      .references(() => transactions.id, { onDelete: 'cascade' }),
    from_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    to_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    text: collatedText().notNull(),
    created_at: now(),
    seen_at: instant(),
    /** Chosen by the sender's client; unique per sender. */
    request_id: uuid(),
    /** The person who wrote it for the side `from_id`; null if unknown or if the account was deleted. */
    author_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Warnings for the receiver. Only messages from people whom the receiver has not answered yet have any. */
    warnings: text({ enum: MESSAGE_WARNINGS }).array().notNull().default(sql`'{}'::text[]`),
    /** An out-of-office reply to a mail: a note that never counts as an answer and sends no notification. */
    automatic: boolean().notNull().default(false),
    /** It waits for a moderator: only its author sees it. */
    held_at: instant(),
    held_for: text({ enum: ['many_letterboxes', 'many_accounts'] }),
    /** A moderator refused it, so that it is never delivered; `held_at` stays set. */
    refused_at: instant(),
    /** First messages with the same key have the same text. Null once the other side has answered. */
    text_key: text(),
  },
  (table) => [
    oneOf(table.held_for),
    filled(table.text, 800),
    index('messages_author_id_idx').on(table.author_id, table.created_at),
    index('messages_from_id_idx').on(table.from_id, table.created_at),
    index('messages_held_idx').on(table.held_at).where(sql`${table.held_at} IS NOT NULL`),
    uniqueIndex('messages_request_id_key')
      .on(table.from_id, table.request_id)
      .where(sql`${table.request_id} IS NOT NULL`),
    index('messages_text_key_idx')
      .on(table.text_key, table.created_at)
      .where(sql`${table.text_key} IS NOT NULL`),
    index('messages_to_id_idx').on(table.to_id),
    index('messages_transaction_id_idx').on(
      table.transaction_id,
      descending(table.created_at),
      table.id,
    ),
    index('messages_unseen_idx')
      .on(table.to_id, table.transaction_id)
      .where(sql`${table.seen_at} IS NULL`),
  ],
)

/**
 * The part that was cut from a message that came by mail: the quoted text and the signature. Only its writer can read
 * it, since our mail to one side contains more than the other side may see.
 */
export const message_quotations = pgTable(
  'message_quotations',
  {
    message_id: uuid()
      .primaryKey()
      .references(() => messages.id, { onDelete: 'cascade' }),
    author_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    text: text().notNull(),
  },
  (table) => [
    filled(table.text, 12_000),
    index('message_quotations_author_id_idx').on(table.author_id, table.message_id),
  ],
)

/**
 * Replies by mail whose sender could not be verified: each waits until the person it claims to come from confirms
 * it, and is not delivered before.
 */
export const held_replies = pgTable(
  'held_replies',
  {
    id: id(),
    transaction_id: uuid()
      .notNull()
      .references(() => transactions.id, { onDelete: 'cascade' }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The sender's address as the mail claims it; not verified. */
    from_address: text().notNull(),
    text: text().notNull(),
    /** How many files came with it; none is stored. */
    files: smallint().notNull(),
    written_at: instant().notNull(),
    /** Hash of the token in the link of the mail that asks for confirmation. */
    token_hash: text().notNull().unique(),
    expires_at: instant().notNull(),
  },
  (table) => [
    filled(table.text, 800),
    index('held_replies_transaction_id_idx').on(table.transaction_id),
    index('held_replies_user_id_idx').on(table.user_id),
    index('held_replies_expires_at_idx').on(table.expires_at),
  ],
)

/** What a person has seen of a transaction and was notified of. Each member of a household has their own row. */
export const transaction_views = pgTable(
  'transaction_views',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    transaction_id: uuid()
      .notNull()
      .references(() => transactions.id, { onDelete: 'cascade' }),
    /** When the user last had it open; null if never. */
    viewed_at: instant(),
    /** The message that was mailed; null once the conversation has been opened since. */
    told_of: uuid(),
    archived: boolean().notNull().default(false),
    muted: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.transaction_id] }),
    index('transaction_views_transaction_id_idx').on(table.transaction_id),
  ],
)
