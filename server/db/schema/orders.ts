import { LANGUAGES } from '@letterlend/contract/languages.ts'
import { PAYMENT_METHODS } from '@letterlend/contract/order-info.ts'
import { ORDER_STATUSES } from '@letterlend/contract/order-statuses.ts'
import { boolean, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { id, now } from './columns.ts'

export const products = pgTable('products', {
  id: smallint().primaryKey(),
  /** In German. */
  name: text().notNull(),
  name_en: text().notNull(),
  name_fr: text().notNull(),
  price_cents: integer().notNull(),
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
  created_at: now(),
})
