import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { INBOX_OUTCOMES } from '#features/inboxes/contract.ts'
import { letterboxes } from '#features/letterboxes/tables.ts'
import { id, instant, now } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'
import { REPORT_TYPES, type ReportTypeName } from './contract.ts'

export const reports = pgTable('reports', {
  id: id(),
  letterbox_id: uuid()
    .notNull()
    .references(() => letterboxes.id, { onDelete: 'cascade' }),
  /** Null for a visitor. */
  user_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
  type: text({ enum: REPORT_TYPES.map(({ name }) => name) as [ReportTypeName] }).notNull(),
  title: text().notNull(),
  message: text().notNull().default(''),
  email: text().notNull(),
  lang: text({ enum: ['de', 'en', 'fr'] }).notNull(),
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
  /** How often the same person reported the same letterbox again. */
  repeats: integer().notNull().default(0),
})
