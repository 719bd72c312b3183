import { index, pgTable, uuid } from 'drizzle-orm/pg-core'
import { messages } from '#features/lending/conversations/transactions/tables.ts'
import { decisions } from '#features/people/decisions/tables.ts'

/** Which messages a decision refused: all of the same author that were refused together. */
export const refused_messages = pgTable(
  'refused_messages',
  {
    message_id: uuid()
      .primaryKey()
      .references(() => messages.id, { onDelete: 'cascade' }),
    decision_id: uuid()
      .notNull()
      .references(() => decisions.id, { onDelete: 'cascade' }),
  },
  (table) => [index('refused_messages_decision_id_idx').on(table.decision_id)],
)
