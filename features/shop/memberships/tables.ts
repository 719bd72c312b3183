import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, now, oneOf } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'

/** Records that an account was notified of the end of its membership. */
export const membership_reminders = pgTable(
  'membership_reminders',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['ending', 'ended'] }).notNull(),
    membership_until: instant().notNull(),
    created_at: now(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.kind, table.membership_until] }),
    oneOf(table.kind),
  ],
)
