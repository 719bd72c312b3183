import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { general_feedbacks } from '#features/general-feedbacks/tables.ts'
import { reports } from '#features/reports/tables.ts'
import { id, instant } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'

/** What was answered by mail to a report or to feedback. */
export const staff_answers = pgTable('staff_answers', {
  id: id(),
  report_id: uuid().references(() => reports.id, { onDelete: 'cascade' }),
  feedback_id: uuid().references(() => general_feedbacks.id, { onDelete: 'cascade' }),
  author_id: uuid().references(() => users.id, { onDelete: 'set null' }),
  text: text().notNull(),
  /** Chosen by the client: the same press answers once. */
  request_id: uuid().notNull(),
  created_at: instant().notNull(),
})
