import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { orders } from '#features/shop/orders/tables.ts'
import { id, instant, now, oneOf } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'

const PAYMENT_STATUSES = [
  'started',
  'requires_action',
  /** A bank takes days to pay it. */
  'awaited',
  'succeeded',
  'declined',
  'cancelled',
  'mismatch',
  'refund_due',
  'refunded',
] as const

/** An attempt to pay an order, stored before the provider is called. */
export const payments = pgTable(
  'payments',
  {
    /** Also the idempotency key of calls to the provider. */
    id: id(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    provider: text({ enum: ['stripe', 'paypal', 'sandbox'] }).notNull(),
    provider_ref: text(),
    amount_cents: integer().notNull(),
    currency: text({ enum: ['CHF', 'EUR'] }).notNull(),
    /** Hash of the charged token. A second attempt with the same token asks for the outcome of the first. */
    proof_hash: text().notNull(),
    status: text({ enum: PAYMENT_STATUSES }).notNull().default('started'),
    created_at: now(),
    updated_at: now(),
    /** For a mismatch: when an administrator marked it as settled, and which one. */
    settled_at: instant(),
    settled_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** For a mismatch: the payment that the provider reported instead. */
    told: jsonb().$type<{ refno: string; amount_cents: number; currency: string }>(),
  },
  (table) => [
    unique().on(table.provider, table.provider_ref),
    check('payments_amount_cents_check', sql`${table.amount_cents} > 0`),
    oneOf(table.currency),
    oneOf(table.provider),
    oneOf(table.status),
    uniqueIndex('payments_one_at_a_time')
      .on(table.order_id)
      .where(sql`${table.status} IN ('started', 'requires_action', 'awaited', 'mismatch')`),
    index('payments_open_idx')
      .on(table.order_id)
      .where(sql`(${table.status} = 'mismatch') AND (${table.settled_at} IS NULL)`),
    index('payments_order_id_idx').on(table.order_id, table.created_at),
    index('payments_settled_by_idx')
      .on(table.settled_by)
      .where(sql`${table.settled_by} IS NOT NULL`),
    index('payments_unsettled_idx')
      .on(table.updated_at)
      .where(sql`${table.status} IN ('started', 'requires_action', 'awaited', 'refund_due')`),
  ],
)

/** A refund, stored before the provider is called. */
export const refunds = pgTable(
  'refunds',
  {
    /** Also the idempotency key of calls to the provider. */
    id: id(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Null if the money came by bank and is refunded by bank. */
    payment_id: uuid().references(() => payments.id, { onDelete: 'cascade' }),
    /** The provider's id of a refund that we did not start. */
    provider_ref: text(),
    amount_cents: integer().notNull(),
    currency: text({ enum: ['CHF', 'EUR'] }).notNull(),
    /** `overtaken`: the provider had refunded money without our knowledge, so nothing was done. */
    status: text({ enum: ['started', 'succeeded', 'refused', 'overtaken'] })
      .notNull()
      .default('started'),
    reason: text(),
    /** The administrator; null once that account is deleted. */
    user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    request_id: uuid().unique(),
    created_at: now(),
    updated_at: now(),
    /** The administrator's reason. */
    note: text().notNull().default(''),
    /** When an administrator marked a problem as settled, and which one. */
    settled_at: instant(),
    settled_by: uuid().references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    check('refunds_amount_cents_check', sql`${table.amount_cents} > 0`),
    oneOf(table.currency),
    oneOf(table.status),
    index('refunds_open_idx')
      .on(table.order_id)
      .where(sql`(${table.status} = 'refused') AND (${table.settled_at} IS NULL)`),
    index('refunds_order_id_idx').on(table.order_id, table.created_at),
    index('refunds_outside_idx')
      .on(table.order_id)
      .where(sql`${table.provider_ref} IS NOT NULL AND ${table.settled_at} IS NULL`),
    uniqueIndex('refunds_provider_ref_idx').on(table.payment_id, table.provider_ref),
    index('refunds_settled_by_idx')
      .on(table.settled_by)
      .where(sql`${table.settled_by} IS NOT NULL`),
    index('refunds_unsettled_idx').on(table.updated_at).where(sql`${table.status} = 'started'`),
    index('refunds_user_id_idx').on(table.user_id).where(sql`${table.user_id} IS NOT NULL`),
  ],
)

/** The payer has demanded the money back through the bank or PayPal, and the provider decides. */
export const disputes = pgTable(
  'disputes',
  {
    id: id(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    payment_id: uuid()
      .notNull()
      .references(() => payments.id, { onDelete: 'cascade' }),
    /** The provider's id. */
    provider_ref: text().notNull(),
    amount_cents: integer().notNull(),
    currency: text().notNull(),
    /** `won`: the community keeps the money. */
    status: text({ enum: ['open', 'won', 'lost'] }).notNull(),
    /** The money is withheld or lost, so that it cannot be refunded, too. */
    withheld: boolean().notNull(),
    reason: text().notNull().default(''),
    /** Until when the community can respond. */
    answer_by: instant(),
    created_at: now(),
    /** When it was won or lost. */
    decided_at: instant(),
    /** When an administrator marked it as settled, and which one. */
    settled_at: instant(),
    settled_by: uuid().references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    unique().on(table.payment_id, table.provider_ref),
    oneOf(table.status),
    index('disputes_open_idx').on(table.order_id).where(sql`${table.settled_at} IS NULL`),
    index('disputes_order_id_idx').on(table.order_id),
    index('disputes_settled_by_idx')
      .on(table.settled_by)
      .where(sql`${table.settled_by} IS NOT NULL`),
  ],
)

/** The test provider's own books. */
export const sandbox_payments = pgTable('sandbox_payments', {
  ref: text().primaryKey(),
  key: uuid().notNull().unique(),
  refno: text().notNull(),
  amount_cents: integer().notNull(),
  currency: text().notNull(),
  status: text({
    enum: [
      'open',
      'requires_action',
      'processing',
      'awaited',
      'succeeded',
      'declined',
      'cancelled',
    ],
  }).notNull(),
  /** How often money was taken; never more than once. */
  charges: integer().notNull().default(0),
  refunds: integer().notNull().default(0),
})

/** Refunds by the test provider, one per key. */
export const sandbox_refunds = pgTable('sandbox_refunds', {
  key: text().primaryKey(),
  ref: text()
    .notNull()
    .references(() => sandbox_payments.ref, { onDelete: 'cascade' }),
  amount_cents: integer().notNull(),
})
