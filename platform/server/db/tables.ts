import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'

/** What the server keeps for itself; what a community sets is in {@link setting_versions}. */
export const community_settings = pgTable('community_settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
})
