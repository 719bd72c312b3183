import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Currency } from '#features/shop/orders/products/pricing.ts'
import { products } from '#features/shop/orders/products/tables.ts'
import {
  atMost,
  collatedText,
  descending,
  id,
  instant,
  now,
  oneOf,
} from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'
import { LANGUAGES } from '#platform/shared/languages.ts'
import { PAYMENT_METHODS } from './contract.order.ts'
import type { CorrectableField } from './corrections.ts'
import { ORDER_STATUSES } from './order-steps.ts'

export const orders = pgTable(
  'orders',
  {
    id: id(),
    refno: text().notNull().unique(),
    /** Its number at the site that was moved in, which stands on an old invoice. */
    legacy_refno: text(),
    /** Null for a visitor, and after the account was deleted. */
    user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    product_id: smallint()
      .notNull()
      .references(() => products.id),
    amount: integer().notNull(),
    piece_cents: integer().notNull(),
    price_cents: integer().notNull(),
    donation_cents: integer().notNull().default(0),
    /** All money received for it, regardless of refunds. */
    paid_cents: integer().notNull().default(0),
    /** What a correction left open after payment: a positive amount is due, a negative one must be refunded by hand. */
    owing_cents: integer().notNull().default(0),
    currency: text({ enum: ['CHF', 'EUR'] }).notNull(),
    payment_method: text({ enum: PAYMENT_METHODS }),
    status: text({ enum: ORDER_STATUSES }).notNull(),
    lang: text({ enum: LANGUAGES }).notNull(),
    firstname: collatedText().notNull(),
    lastname: collatedText().notNull(),
    /** Null once mails to it are no longer allowed. */
    email: text(),
    address: collatedText().notNull(),
    address_addition: collatedText(),
    postcode: text().notNull(),
    city: collatedText().notNull(),
    country: text().notNull(),
    /** The spot of the house, for people whose tasks are limited to an outline; null if it is not known. */
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** When the spot was last looked up; null if never, or not since the address was corrected. */
    spot_sought_at: instant(),
    ideas: collatedText().notNull().default(''),
    show_on_map: boolean(),
    request_id: uuid().unique(),
    /** The administrators' note; customers see it only in the export of their data. */
    note: collatedText().notNull().default(''),
    /** State of `ideas`; null until an administrator has looked at them. */
    idea_state: text({ enum: ['seen', 'settled'] }),
    /** Until about when a pending bank payment takes; null if none is pending. */
    awaited_until: instant(),
    /** When its invoice was first issued. */
    invoiced_at: instant(),
    created_at: now(),
  },
  (table) => [
    check('orders_amount_check', sql`${table.amount} > 0`),
    // An order of a site that was moved in keeps its price.
    check(
      'orders_check',
      sql`${table.legacy_refno} IS NOT NULL OR ${table.price_cents} = (${table.amount} * ${table.piece_cents})`,
    ),
    oneOf(table.currency),
    check('orders_donation_cents_check', sql`${table.donation_cents} >= 0`),
    check('orders_paid_cents_check', sql`${table.paid_cents} >= 0`),
    atMost(table.email, 254),
    oneOf(table.idea_state),
    oneOf(table.lang),
    oneOf(table.payment_method),
    check(
      'orders_piece_cents_check',
      sql`${table.piece_cents} > 0 OR (${table.legacy_refno} IS NOT NULL AND ${table.piece_cents} >= 0)`,
    ),
    check(
      'orders_spot_check',
      sql`(${table.latitude} IS NULL) = (${table.longitude} IS NULL) AND (${table.latitude} IS NULL OR ${table.spot_sought_at} IS NOT NULL)`,
    ),
    check('orders_refno_check', sql`${table.refno} ~ '^[1-9][0-9]{8}$'`),
    oneOf(table.status),
    index('orders_cancelled_paid_idx')
      .on(table.id)
      .where(sql`${table.status} = 'cancelled' AND ${table.paid_cents} > 0`),
    index('orders_counted_idx')
      .on(table.created_at, table.product_id)
      .where(sql`${table.status} <> 'cancelled'`),
    index('orders_created_at_idx').on(descending(table.created_at), descending(table.id)),
    index('orders_legacy_refno_idx')
      .on(sql`upper(regexp_replace(${table.legacy_refno}, '[^[:alnum:]]', '', 'g'))`)
      .where(sql`${table.legacy_refno} IS NOT NULL`),
    index('orders_ideas_idx')
      .on(descending(table.created_at), descending(table.id))
      .where(sql`${table.ideas} <> ''`),
    index('orders_name_idx').on(
      sql`lower(${table.lastname} || ' ' || ${table.firstname})`,
      table.id,
    ),
    index('orders_owing_idx').on(table.id).where(sql`${table.owing_cents} < 0`),
    index('orders_search_idx').using(
      'gin',
      sql`lower(${table.refno} || ' ' || ${table.firstname} || ' ' || ${table.lastname} || ' ' || coalesce(${table.email}, '') || ' ' || coalesce(${table.legacy_refno}, '')) gin_trgm_ops`,
    ),
    index('orders_status_idx').on(table.status, descending(table.created_at), descending(table.id)),
    index('orders_total_idx').on(sql`((${table.price_cents} + ${table.donation_cents}))`, table.id),
    index('orders_user_id_idx').on(table.user_id, descending(table.created_at)),
    index('orders_waiting_idx')
      .on(table.status, table.product_id)
      .where(sql`${table.status} IN ('pending_confirmation', 'paid')`),
  ],
)

/** The corrected fields of an order, each with the value before and after. */
export type Corrected = Partial<
  Record<CorrectableField, [before: string | number | null, after: string | number | null]>
> & {
  /** Currency of the amounts, if any: a corrected country can change it. */
  currency?: [before: Currency, after: Currency]
}

/** The history of an order. */
export const order_events = pgTable(
  'order_events',
  {
    id: id(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    status: text({ enum: ORDER_STATUSES }).notNull(),
    actor: text({ enum: ['customer', 'admin', 'payment', 'system'] }).notNull(),
    /** The customer or administrator; null once that account is deleted. */
    user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Amount refunded with this event; the state did not change. */
    refunded_cents: integer(),
    /** This event changed the note; the state did not change. */
    noted: boolean().notNull().default(false),
    /** Amount paid with this event. */
    received_cents: integer(),
    /** Fields corrected with this event; the state did not change. */
    corrected: jsonb().$type<Corrected>(),
    /** The customer was reminded to pay; the state did not change. */
    reminded: boolean().notNull().default(false),
    created_at: now(),
  },
  (table) => [
    oneOf(table.actor),
    check('order_events_refunded_cents_check', sql`${table.refunded_cents} > 0`),
    check('order_events_received_cents_check', sql`${table.received_cents} > 0`),
    oneOf(table.status),
    index('order_events_order_id_idx').on(table.order_id, table.created_at),
    index('order_events_refunded_idx').on(table.order_id).where(sql`${table.refunded_cents} > 0`),
    index('order_events_user_id_idx').on(table.user_id).where(sql`${table.user_id} IS NOT NULL`),
  ],
)
