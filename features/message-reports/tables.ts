import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { messages } from '#features/transactions/tables.ts'
import { id, instant } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'
import {
  MESSAGE_REPORT_MEASURES,
  MESSAGE_REPORT_OUTCOMES,
  MESSAGE_REPORT_REASONS,
} from './message-report-reasons.ts'

export const message_reports = pgTable('message_reports', {
  id: id(),
  message_id: uuid()
    .notNull()
    .references(() => messages.id, { onDelete: 'cascade' }),
  reporter_id: uuid().references(() => users.id, { onDelete: 'set null' }),
  reason: text({ enum: MESSAGE_REPORT_REASONS }).notNull(),
  /** What the reporter said besides it; empty for nothing. */
  note: text().notNull().default(''),
  created_at: instant().notNull(),
  /** A moderator said what came of it. */
  handled_at: instant(),
  handled_by: uuid(),
  outcome: text({ enum: MESSAGE_REPORT_OUTCOMES }),
  /** What was done to whoever wrote it. */
  measure: text({ enum: MESSAGE_REPORT_MEASURES }),
  /** Who has taken it. */
  assignee_id: uuid().references(() => users.id, { onDelete: 'set null' }),
})
