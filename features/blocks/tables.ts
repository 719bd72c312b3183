import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'

/** Whom somebody wants nothing to do with; it holds in both directions. */
export const blocks = pgTable(
  'blocks',
  {
    blocker_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    blocked_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.blocker_id, table.blocked_id] }),
    check('blocks_check', sql`${table.blocker_id} <> ${table.blocked_id}`),
    index('blocks_blocked_id_idx').on(table.blocked_id),
  ],
)
