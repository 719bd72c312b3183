import { sql } from 'drizzle-orm'
import {
  check,
  customType,
  date,
  index,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { items } from '#features/places/items/tables.ts'
import { descending, filled, id, instant, now, oneOf } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'
import { IN_WORDS, LOAN_REASONS, LOAN_SIDES, LOAN_STATUSES } from './loan-steps.ts'

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

/** The columns that a step may change apart from the status. */
export type ChangedByStep = Pick<
  TransactionRow,
  | 'wanted_from'
  | 'wanted_until'
  | 'dates_by'
  | 'handover_at'
  | 'return_by'
  | 'days_asked_by'
  | 'asked_handover_at'
  | 'asked_return_by'
  | 'handover_note'
  | 'lent'
  | 'lent_as_agreed'
  | 'copy'
  | 'undone_requests'
  | 'closed_at'
  | 'written_at'
  | 'in_words'
>

/** Resets a request for other days. */
export const NO_DAYS_ASKED = {
  days_asked_by: null,
  asked_handover_at: null,
  asked_return_by: null,
} as const

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

export type EventRow = typeof transaction_events.$inferSelect
