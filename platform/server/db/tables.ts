import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'

/** Values that the server stores for itself; the community's settings are in {@link setting_versions}. */
export const community_settings = pgTable('community_settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
})
