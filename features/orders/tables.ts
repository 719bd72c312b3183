import { boolean, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { products } from '#features/products/tables.ts'
import { id, instant, now } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'
import { LANGUAGES } from '#platform/shared/languages.ts'
import { PAYMENT_METHODS } from './contract.order.ts'
import { ORDER_STATUSES } from './order-statuses.ts'

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
