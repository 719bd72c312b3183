import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { transactions } from '#features/transactions/tables.ts'
import { instant } from '#platform/server/db/columns.ts'

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
