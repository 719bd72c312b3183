import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { inboxColumns } from '#features/community/moderation/inboxes/tables.ts'
import { REPORT_TYPES, type ReportTypeName } from '#features/places/letterboxes/report-types.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { atMost, collatedText, filled, id, oneOf } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'
import { LANGUAGES } from '#platform/shared/languages.ts'
import { REPORTER_NAME_MAX_LENGTH } from './contract.ts'

export const reports = pgTable(
  'reports',
  {
    id: id(),
    letterbox_id: uuid()
      .notNull()
      .references(() => letterboxes.id, { onDelete: 'cascade' }),
    /** Null for a visitor. */
    user_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
    type: text({ enum: REPORT_TYPES.map(({ name }) => name) as [ReportTypeName] }).notNull(),
    title: collatedText().notNull(),
    message: collatedText().notNull().default(''),
    /** Name given with a notice of illegal content. */
    name: collatedText().notNull().default(''),
    /** Empty if the reporter may stay anonymous. */
    email: text().notNull(),
    lang: text({ enum: LANGUAGES }).notNull(),
    ...inboxColumns(),
    /** How often the same person repeated the report. */
    repeats: integer().notNull().default(0),
  },
  (table) => [
    check('reports_check', sql`(${table.handled_at} IS NULL) = (${table.outcome} IS NULL)`),
    atMost(table.email, 254),
    check('reports_email_required', sql`${table.email} <> '' OR ${table.type} = 'illegal'`),
    oneOf(table.lang),
    atMost(table.message, 4000),
    atMost(table.name, REPORTER_NAME_MAX_LENGTH),
    oneOf(table.outcome),
    atMost(table.staff_note, 2000),
    filled(table.title, 200),
    oneOf(table.type),
    index('reports_assignee_id_idx')
      .on(table.assignee_id, table.created_at)
      .where(sql`${table.assignee_id} IS NOT NULL`),
    index('reports_created_at_idx').on(table.created_at, table.id),
    index('reports_email_idx').on(sql`lower(${table.email})`),
    index('reports_handled_idx')
      .on(table.handled_at, table.id)
      .where(sql`${table.handled_at} IS NOT NULL`),
    index('reports_letterbox_id_idx').on(table.letterbox_id),
    index('reports_open_idx')
      .on(table.created_at, table.id)
      .where(sql`${table.handled_at} IS NULL`),
    index('reports_search_idx').using(
      'gin',
      sql`lower(${table.title} || ' ' || ${table.message}) gin_trgm_ops`,
    ),
    index('reports_user_id_idx').on(table.user_id).where(sql`${table.user_id} IS NOT NULL`),
  ],
)
