import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { letterboxes } from '#features/letterboxes/tables.ts'
import { orders } from '#features/orders/tables.ts'
import { instant, now } from '#platform/server/db/columns.ts'

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
