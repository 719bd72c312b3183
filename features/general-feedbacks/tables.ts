import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { INBOX_OUTCOMES } from '#features/inboxes/contract.ts'
import { atMost, filled, id, instant, now, oneOf } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'
import { FEEDBACK_TYPES } from './contract.ts'

export const general_feedbacks = pgTable(
  'general_feedbacks',
  {
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
  },
  (table) => [
    check(
      'general_feedbacks_check',
      sql`(${table.handled_at} IS NULL) = (${table.outcome} IS NULL)`,
    ),
    filled(table.content, 1000),
    oneOf(table.outcome),
    atMost(table.staff_note, 2000),
    oneOf(table.type),
    index('general_feedbacks_assignee_id_idx')
      .on(table.assignee_id, table.created_at)
      .where(sql`${table.assignee_id} IS NOT NULL`),
    index('general_feedbacks_handled_idx')
      .on(table.handled_at, table.id)
      .where(sql`${table.handled_at} IS NOT NULL`),
    index('general_feedbacks_open_idx')
      .on(table.created_at, table.id)
      .where(sql`${table.handled_at} IS NULL`),
    index('general_feedbacks_user_id_idx').on(table.user_id),
  ],
)
