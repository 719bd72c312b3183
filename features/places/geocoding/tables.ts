import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { now } from '#platform/server/db/columns.ts'

export const geocoding_cache = pgTable('geocoding_cache', {
  key: text().primaryKey(),
  result: jsonb().notNull(),
  created_at: now(),
})
