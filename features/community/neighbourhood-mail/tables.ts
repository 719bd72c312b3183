import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { now } from '#platform/server/db/columns.ts'

/** Streets whose owners have been told that ten letterboxes are on the map there, so that it is said once. */
export const street_milestones = pgTable(
  'street_milestones',
  {
    country: text().notNull(),
    postcode: text().notNull(),
    /** Name of the street in its normal form. */
    street: text().notNull(),
    created_at: now(),
  },
  (table) => [primaryKey({ columns: [table.country, table.postcode, table.street] })],
)
