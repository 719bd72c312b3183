import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { letterboxes } from '#features/letterboxes/tables.ts'
import { orders } from '#features/orders/tables.ts'
import { instant, now } from '#platform/server/db/columns.ts'

/** The code on the slip in a parcel, made with its first slip. */
export const parcel_codes = pgTable(
  'parcel_codes',
  {
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
  },
  (table) => [
    check('parcel_codes_code_check', sql`${table.code} ~ '^[2-9A-HJKMNP-Z]{8}$'`),
    index('parcel_codes_letterbox_id_idx').on(table.letterbox_id),
  ],
)
