import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { general_feedbacks } from '#features/general-feedbacks/tables.ts'
import { reports } from '#features/reports/tables.ts'
import { filled, id, instant } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'

/** What was answered by mail to a report or to feedback. */
export const staff_answers = pgTable(
  'staff_answers',
  {
    id: id(),
    report_id: uuid().references(() => reports.id, { onDelete: 'cascade' }),
    feedback_id: uuid().references(() => general_feedbacks.id, { onDelete: 'cascade' }),
    author_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    text: text().notNull(),
    /** Chosen by the client: the same press answers once. */
    request_id: uuid().notNull().unique(),
    created_at: instant().notNull(),
  },
  (table) => [
    check('staff_answers_check', sql`num_nonnulls(${table.report_id}, ${table.feedback_id}) = 1`),
    filled(table.text, 4000),
    index('staff_answers_author_id_idx')
      .on(table.author_id)
      .where(sql`${table.author_id} IS NOT NULL`),
    index('staff_answers_feedback_id_idx')
      .on(table.feedback_id)
      .where(sql`${table.feedback_id} IS NOT NULL`),
    index('staff_answers_report_id_idx')
      .on(table.report_id)
      .where(sql`${table.report_id} IS NOT NULL`),
  ],
)
