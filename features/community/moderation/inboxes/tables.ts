import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { filled, id, instant, now } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'
import { INBOX_OUTCOMES } from './contract.ts'

/** Columns of every table that has an inbox. */
export const inboxColumns = () => ({
  created_at: now(),
  handled_at: instant(),
  /** The member of the staff who has taken it. */
  assignee_id: uuid().references(() => users.id, { onDelete: 'set null' }),
  /** Increases with each change. */
  version: integer().notNull().default(0),
  /** Internal note of the staff. */
  staff_note: text().notNull().default(''),
  handled_by: uuid(),
  outcome: text({ enum: INBOX_OUTCOMES }),
})

/**
 * The staff's answers by mail. The foreign keys are defined in the tables of reports and feedback, which depend on
 * this one.
 */
export const staff_answers = pgTable(
  'staff_answers',
  {
    id: id(),
    report_id: uuid(),
    feedback_id: uuid(),
    author_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    text: text().notNull(),
    /** Chosen by the client, so that pressing the button twice sends one answer. */
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
