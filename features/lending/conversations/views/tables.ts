import { boolean, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { instant } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'

/** What a person has seen of a transaction and was notified of. Each member of a household has their own row. */
export const transaction_views = pgTable(
  'transaction_views',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    transaction_id: uuid()
      .notNull()
      .references(() => transactions.id, { onDelete: 'cascade' }),
    /** When the user last had it open; null if never. */
    viewed_at: instant(),
    /** The message that was mailed; null once the conversation has been opened since. */
    told_of: uuid(),
    archived: boolean().notNull().default(false),
    muted: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.transaction_id] }),
    index('transaction_views_transaction_id_idx').on(table.transaction_id),
  ],
)
