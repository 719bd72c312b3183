import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { orders } from '#features/shop/orders/tables.ts'
import { collatedText, descending, id, instant, now, oneOf } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'
import type { ImportResult } from './contract.admin.ts'
import type { BankEntry } from './server/camt.ts'
import { UNMATCHED_REASONS, UNMATCHED_STATES } from './unmatched-payments.ts'

/**
 * Money that arrived in the community's bank account or till and paid an order, or that came for an order and was
 * given back.
 */
export const bank_payments = pgTable(
  'bank_payments',
  {
    id: id(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Account and bank name of the entry; null if recorded by hand. */
    entry_key: text().unique(),
    /** The import that paid the order, while that import is kept; null if recorded by hand. */
    import_id: uuid().references(() => statement_imports.id, { onDelete: 'set null' }),
    amount_cents: integer().notNull(),
    currency: text({ enum: ['CHF', 'EUR'] }).notNull(),
    received_on: date().notNull(),
    way: text({ enum: ['bank', 'cash'] })
      .notNull()
      .default('bank'),
    /** The day unneeded money was given back; null if the payment paid the order. */
    returned_on: date(),
    note: text().notNull().default(''),
    recorded_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    created_at: now(),
    /** When an administrator marked the money of a cancelled order as settled, and which one. */
    settled_at: instant(),
    settled_by: uuid().references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    check('bank_payments_amount_cents_check', sql`${table.amount_cents} > 0`),
    oneOf(table.currency),
    oneOf(table.way),
    index('bank_payments_import_id_idx')
      .on(table.import_id)
      .where(sql`${table.import_id} IS NOT NULL`),
    index('bank_payments_order_id_idx').on(table.order_id),
    index('bank_payments_recorded_by_idx')
      .on(table.recorded_by)
      .where(sql`${table.recorded_by} IS NOT NULL`),
    index('bank_payments_settled_by_idx')
      .on(table.settled_by)
      .where(sql`${table.settled_by} IS NOT NULL`),
  ],
)

/** A bank statement that is being read, or was read within the last day. */
export const statement_imports = pgTable(
  'statement_imports',
  {
    id: id(),
    /** Null once all are processed. */
    entries: jsonb().$type<BankEntry[]>(),
    /** How many entries are processed, and their results. */
    done: integer().notNull().default(0),
    total: integer().notNull(),
    result: jsonb()
      .$type<ImportResult>()
      .notNull()
      .default({ paid: [], unmatched: [], repeated: 0 }),
    /** Null for an access token of the community, or once that account is deleted. */
    created_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The access token of the call, for the audit log; null: the call had a session. */
    program_id: uuid(),
    created_at: now(),
  },
  (table) => [
    index('statement_imports_created_at_idx').on(table.created_at),
    index('statement_imports_created_by_idx').on(table.created_by),
  ],
)

/** A payment from a bank statement that matched no order automatically. */
export const unmatched_payments = pgTable(
  'unmatched_payments',
  {
    id: id(),
    /** Same as in `bank_payments`. */
    entry_key: text().notNull().unique(),
    amount_cents: integer(),
    currency: text().notNull(),
    received_on: date(),
    reason: text({ enum: UNMATCHED_REASONS }).notNull(),
    /** The order that the payment names, while it exists. */
    refno: text(),
    order_id: uuid().references(() => orders.id, { onDelete: 'set null' }),
    text: collatedText().notNull().default(''),
    payer: collatedText(),
    state: text({ enum: UNMATCHED_STATES }).notNull().default('open'),
    /** The order that an administrator assigned it to. */
    assigned_order_id: uuid().references(() => orders.id, { onDelete: 'set null' }),
    note: text().notNull().default(''),
    settled_at: instant(),
    settled_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    version: integer().notNull().default(0),
    created_at: now(),
  },
  (table) => [
    check(
      'unmatched_payments_check',
      sql`(${table.state} = 'open') = (${table.settled_at} IS NULL)`,
    ),
    oneOf(table.state),
    index('unmatched_payments_assigned_order_id_idx').on(table.assigned_order_id),
    index('unmatched_payments_order_id_idx').on(table.order_id),
    index('unmatched_payments_settled_by_idx')
      .on(table.settled_by)
      .where(sql`${table.settled_by} IS NOT NULL`),
    index('unmatched_payments_state_idx').on(table.state, descending(table.created_at), table.id),
  ],
)
