import { boolean, pgTable, uuid } from 'drizzle-orm/pg-core'
import { users } from '#platform/server/identity/tables.ts'

/** Which tours a user has seen; written when the first one ends. */
export const tours_seen = pgTable('tours_seen', {
  user_id: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  tour_map_seen: boolean().notNull().default(false),
  tour_letterbox_seen: boolean().notNull().default(false),
})
