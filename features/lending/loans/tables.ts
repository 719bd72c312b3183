import { pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { id, instant } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'

/** Reminders that were sent, each once: the row is written in the database transaction that sends the reminder. */
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

/**
 * Things whose lent days have changed: requests for them may have become hopeless, or can be granted again. A
 * trigger writes the rows and a job processes them.
 */
export const lent_changes = pgTable('lent_changes', {
  id: id(),
  lender_id: uuid('renter_id').notNull(),
  item_id: smallint().notNull(),
})

/** Secret addresses from which calendar programs read a user's loans; creating a new one ends the previous one. */
export const calendar_feeds = pgTable('calendar_feeds', {
  user_id: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  secret_hash: text().notNull().unique(),
  created_at: instant().notNull(),
})
