import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { INBOX_OUTCOMES } from '#features/inboxes/contract.ts'
import { id, instant, now } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'
import { FEEDBACK_TYPES } from './contract.ts'

export const general_feedbacks = pgTable('general_feedbacks', {
  id: id(),
  user_id: uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  type: text({ enum: FEEDBACK_TYPES }).notNull(),
  content: text().notNull(),
  created_at: now(),
  handled_at: instant(),
  /** Who has taken it. */
  assignee_id: uuid().references(() => users.id, { onDelete: 'set null' }),
  /** Counts the changes. */
  version: integer().notNull().default(0),
  /** Of the staff, for the staff. */
  staff_note: text().notNull().default(''),
  handled_by: uuid(),
  outcome: text({ enum: INBOX_OUTCOMES }),
})
