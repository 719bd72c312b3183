import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { MESSAGE_REPORT_REASONS } from '#features/lending/conversations/transactions/message-report-reasons.ts'
import { messages } from '#features/lending/conversations/transactions/tables.ts'
import { decisions } from '#features/people/decisions/tables.ts'
import { id, instant, oneOf } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'
import { MESSAGE_REPORT_MEASURES, MESSAGE_REPORT_OUTCOMES } from './message-report-reasons.ts'

export const message_reports = pgTable(
  'message_reports',
  {
    id: id(),
    message_id: uuid()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    reporter_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    reason: text({ enum: MESSAGE_REPORT_REASONS }).notNull(),
    /** The reporter's comment; empty: none. */
    note: text().notNull().default(''),
    created_at: instant().notNull(),
    /** When a moderator settled the report. */
    handled_at: instant(),
    handled_by: uuid(),
    outcome: text({ enum: MESSAGE_REPORT_OUTCOMES }),
    /** The measure against the author of the message. */
    measure: text({ enum: MESSAGE_REPORT_MEASURES }),
    /** The decision mailed to the author, who can object to it. */
    decision_id: uuid().references(() => decisions.id, { onDelete: 'set null' }),
    /** The moderator who has taken it. */
    assignee_id: uuid().references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    unique().on(table.message_id, table.reporter_id),
    check('message_reports_check', sql`(${table.handled_at} IS NULL) = (${table.outcome} IS NULL)`),
    oneOf(table.measure),
    oneOf(table.outcome),
    oneOf(table.reason),
    index('message_reports_assignee_id_idx')
      .on(table.assignee_id)
      .where(sql`${table.assignee_id} IS NOT NULL`),
    index('message_reports_decision_id_idx')
      .on(table.decision_id)
      .where(sql`${table.decision_id} IS NOT NULL`),
    index('message_reports_created_at_idx').on(table.created_at),
    index('message_reports_handled_idx')
      .on(table.handled_at, table.id)
      .where(sql`${table.handled_at} IS NOT NULL`),
    index('message_reports_open_idx')
      .on(table.created_at, table.id)
      .where(sql`${table.handled_at} IS NULL`),
    index('message_reports_reporter_id_idx').on(table.reporter_id),
  ],
)
