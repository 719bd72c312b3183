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
  /** A bank takes days for it. */
  'awaited',
  'succeeded',
  'declined',
  'cancelled',
  'mismatch',
  'refund_due',
  'refunded',
] as const

/** A try to pay an order, stored before the provider hears of it. */
export const payments = pgTable(
  'payments',
  {
    /** Also what makes a repeated call to the provider the same call. */
    id: id(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    provider: text({ enum: ['stripe', 'paypal', 'sandbox'] }).notNull(),
    provider_ref: text(),
    amount_cents: integer().notNull(),
    currency: text({ enum: ['CHF', 'EUR'] }).notNull(),
    /** Hash of the proof that was charged with: a second try with the same proof asks how the first one ended. */
    proof_hash: text().notNull(),
    status: text({ enum: PAYMENT_STATUSES }).notNull().default('started'),
    created_at: now(),
    updated_at: now(),
    /** If the payment is a mismatch: when somebody said that it is settled, and which administrator. */
    settled_at: instant(),
    settled_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** If the payment is a mismatch: the payment that the provider spoke of instead. */
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

/** Money that goes back, stored before the provider hears of it. */
export const refunds = pgTable(
  'refunds',
  {
    /** Also what makes a repeated call to the provider the same call. */
    id: id(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Null where the money came by bank, and goes back that way. */
    payment_id: uuid().references(() => payments.id, { onDelete: 'cascade' }),
    /** The provider's own name of what it gave back without being asked by us. */
    provider_ref: text(),
    amount_cents: integer().notNull(),
    currency: text({ enum: ['CHF', 'EUR'] }).notNull(),
    /** Overtaken: the provider had given money back before, of which we did not know; nothing was done. */
    status: text({ enum: ['started', 'succeeded', 'refused', 'overtaken'] })
      .notNull()
      .default('started'),
    reason: text(),
    /** Which administrator, as long as there is such an account. */
    user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    request_id: uuid().unique(),
    created_at: now(),
    updated_at: now(),
    /** Why the administrator gave it back. */
    note: text().notNull().default(''),
    /** Of what needs a look: when somebody said that it is settled, and which administrator. */
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

/** Somebody wants money back by way of the bank or of PayPal, and the provider decides. */
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
    /** What the provider calls it. */
    provider_ref: text().notNull(),
    amount_cents: integer().notNull(),
    currency: text().notNull(),
    /** Won: the money stays with the community. */
    status: text({ enum: ['open', 'won', 'lost'] }).notNull(),
    /** The money is held back, or gone: nothing of it can be given back besides. */
    withheld: boolean().notNull(),
    reason: text().notNull().default(''),
    /** Until when the community can say something about it. */
    answer_by: instant(),
    created_at: now(),
    /** When it was won or lost. */
    decided_at: instant(),
    /** When somebody said that it is settled, and which administrator. */
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
  /** How often money was taken: never more than once. */
  charges: integer().notNull().default(0),
  refunds: integer().notNull().default(0),
})

/** What the test provider gave back, once for each key. */
export const sandbox_refunds = pgTable('sandbox_refunds', {
  key: text().primaryKey(),
  ref: text()
    .notNull()
    .references(() => sandbox_payments.ref, { onDelete: 'cascade' }),
  amount_cents: integer().notNull(),
})
