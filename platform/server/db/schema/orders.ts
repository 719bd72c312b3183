import {
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  UNMATCHED_REASONS,
  UNMATCHED_STATES,
} from '#features/bank-statements/unmatched-payments.ts'
import { PAYMENT_METHODS } from '#features/orders/contract.order.ts'
import { ORDER_STATUSES } from '#features/orders/order-statuses.ts'
import { LANGUAGES } from '#platform/shared/languages.ts'
import { users } from './accounts.ts'
import { id, instant, now } from './columns.ts'
import { letterboxes } from './letterboxes.ts'

export const products = pgTable('products', {
  id: smallint().primaryKey(),
  /** In German. */
  name: text().notNull(),
  name_en: text().notNull(),
  name_fr: text().notNull(),
  price_cents: integer().notNull(),
  /** Of each of `RESELLER_TIERS`, in their order; null for those of the product, and where there are none. */
  tier_cents: integer().array(),
  active: boolean().notNull().default(true),
})

export const orders = pgTable('orders', {
  id: id(),
  refno: text().notNull().unique(),
  /** Null for a visitor, and after the account has gone. */
  user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
  product_id: smallint()
    .notNull()
    .references(() => products.id),
  amount: integer().notNull(),
  piece_cents: integer().notNull(),
  price_cents: integer().notNull(),
  donation_cents: integer().notNull().default(0),
  currency: text({ enum: ['CHF', 'EUR'] }).notNull(),
  payment_method: text({ enum: PAYMENT_METHODS }),
  status: text({ enum: ORDER_STATUSES }).notNull(),
  lang: text({ enum: LANGUAGES }).notNull(),
  firstname: text().notNull(),
  lastname: text().notNull(),
  /** Null once nobody may write there any more. */
  email: text(),
  address: text().notNull(),
  address_addition: text(),
  postcode: text().notNull(),
  city: text().notNull(),
  country: text().notNull(),
  ideas: text().notNull().default(''),
  show_on_map: boolean(),
  request_id: uuid().unique(),
  /** What administrators noted; whoever ordered finds it in the download of their data alone. */
  note: text().notNull().default(''),
  /** Of `ideas`: null while nobody has looked at them. */
  idea_state: text({ enum: ['seen', 'settled'] }),
  /** When its invoice was drawn for the first time. */
  invoiced_at: instant(),
  created_at: now(),
})

/** Each change of an order's state. */
export const order_events = pgTable('order_events', {
  id: id(),
  order_id: uuid()
    .notNull()
    .references(() => orders.id, { onDelete: 'cascade' }),
  status: text({ enum: ORDER_STATUSES }).notNull(),
  actor: text({ enum: ['customer', 'admin', 'payment', 'system'] }).notNull(),
  /** Which customer or administrator, as long as there is such an account. */
  user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
  /** With it, this much was given back, and the state stayed what it was. */
  refunded_cents: integer(),
  /** With it, the note was changed, and the state stayed what it was. */
  noted: boolean().notNull().default(false),
  created_at: now(),
})

/** That an account was told of the end of its membership. */
export const membership_reminders = pgTable(
  'membership_reminders',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['ending', 'ended'] }).notNull(),
    membership_until: instant().notNull(),
    created_at: now(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.kind, table.membership_until] })],
)

const PAYMENT_STATUSES = [
  'started',
  'requires_action',
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
    /** Of what was charged with: the same card again asks how it ended. */
    proof_hash: text().notNull(),
    status: text({ enum: PAYMENT_STATUSES }).notNull().default('started'),
    created_at: now(),
    updated_at: now(),
    /** Of a mismatch: when somebody said that it is settled, and which administrator. */
    settled_at: instant(),
    settled_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Of a mismatch: what the provider spoke of instead. */
    told: jsonb().$type<{ refno: string; amount_cents: number; currency: string }>(),
  },
  (table) => [unique().on(table.provider, table.provider_ref)],
)

/** Money that goes back, stored before the provider hears of it. */
export const refunds = pgTable('refunds', {
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
})

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
    /** When somebody said that it is settled, and which administrator. */
    settled_at: instant(),
    settled_by: uuid().references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [unique().on(table.payment_id, table.provider_ref)],
)

/** The test provider's own books. */
export const sandbox_payments = pgTable('sandbox_payments', {
  ref: text().primaryKey(),
  key: uuid().notNull().unique(),
  refno: text().notNull(),
  amount_cents: integer().notNull(),
  currency: text().notNull(),
  status: text({
    enum: ['open', 'requires_action', 'processing', 'succeeded', 'declined', 'cancelled'],
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

/** Money that arrived in the community's bank account and paid an order. */
export const bank_payments = pgTable('bank_payments', {
  id: id(),
  order_id: uuid()
    .notNull()
    .unique()
    .references(() => orders.id, { onDelete: 'cascade' }),
  /** Account and name of the entry in the bank's books; null for what was recorded by hand. */
  entry_key: text().unique(),
  amount_cents: integer().notNull(),
  currency: text({ enum: ['CHF', 'EUR'] }).notNull(),
  received_on: date().notNull(),
  note: text().notNull().default(''),
  recorded_by: uuid().references(() => users.id, { onDelete: 'set null' }),
  created_at: now(),
  /** When somebody said that the money of a cancelled order is settled, and which administrator. */
  settled_at: instant(),
  settled_by: uuid().references(() => users.id, { onDelete: 'set null' }),
})

/** Money of a bank statement that paid no order by itself. */
export const unmatched_payments = pgTable('unmatched_payments', {
  id: id(),
  /** As in `bank_payments`. */
  entry_key: text().notNull().unique(),
  amount_cents: integer(),
  currency: text().notNull(),
  received_on: date(),
  reason: text({ enum: UNMATCHED_REASONS }).notNull(),
  /** The order that it names, as long as there is one. */
  refno: text(),
  order_id: uuid().references(() => orders.id, { onDelete: 'set null' }),
  text: text().notNull().default(''),
  payer: text(),
  state: text({ enum: UNMATCHED_STATES }).notNull().default('open'),
  /** The order that somebody assigned it to. */
  assigned_order_id: uuid().references(() => orders.id, { onDelete: 'set null' }),
  note: text().notNull().default(''),
  settled_at: instant(),
  settled_by: uuid().references(() => users.id, { onDelete: 'set null' }),
  version: integer().notNull().default(0),
  created_at: now(),
})

/** The code on the slip in a parcel, made with its first slip. */
export const parcel_codes = pgTable('parcel_codes', {
  order_id: uuid()
    .primaryKey()
    .references(() => orders.id, { onDelete: 'cascade' }),
  /** In clear: the slip may be printed again. */
  code: text().notNull().unique(),
  created_at: now(),
  expires_at: instant().notNull(),
  used_at: instant(),
  /** Whose address it proved. */
  letterbox_id: uuid().references(() => letterboxes.id, { onDelete: 'set null' }),
})
