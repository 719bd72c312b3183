import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, smallint } from 'drizzle-orm/pg-core'
import { collatedText } from '#platform/server/db/columns.ts'

export const products = pgTable(
  'products',
  {
    id: smallint().primaryKey(),
    /** In German. */
    name: collatedText().notNull(),
    name_en: collatedText().notNull(),
    name_fr: collatedText().notNull(),
    price_cents: integer().notNull(),
    /**
     * One price for each of `RESELLER_TIERS`, in the same order; null for the preset prices, and for products without
     * tiers.
     */
    tier_cents: integer().array(),
    active: boolean().notNull().default(true),
  },
  (table) => [check('products_price_cents_check', sql`${table.price_cents} > 0`)],
)
