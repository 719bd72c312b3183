import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { transactions } from '#features/transactions/tables.ts'
import { instant } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'

/**
 * Which reminders went out, each once: the row is written in the database transaction that sends
 * the reminder.
 */
export const transaction_reminders = pgTable(
  'transaction_reminders',
  {
    transaction_id: uuid()
      .notNull()
      .references(() => transactions.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    created_at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.transaction_id, table.kind] })],
)

/** The secret address at which somebody's calendar program reads what is lent and borrowed; making a new one ends it. */
export const calendar_feeds = pgTable('calendar_feeds', {
  user_id: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  secret_hash: text().notNull().unique(),
  created_at: instant().notNull(),
})
