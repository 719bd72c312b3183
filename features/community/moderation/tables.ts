import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { MESSAGE_REPORT_REASONS } from '#features/lending/conversations/messages/message-report-reasons.ts'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import { decisions } from '#features/people/decisions/tables.ts'
import { REPORT_TYPES, type ReportTypeName } from '#features/places/letterboxes/report-types.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import {
  atMost,
  collatedText,
  filled,
  id,
  instant,
  now,
  oneOf,
} from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'
import { LANGUAGES } from '#platform/shared/languages.ts'
import {
  INBOX_OUTCOMES,
  MESSAGE_REPORT_MEASURES,
  MESSAGE_REPORT_OUTCOMES,
} from './contract.admin.ts'
import { FEEDBACK_TYPES, REPORTER_NAME_MAX_LENGTH } from './contract.ts'

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

export const general_feedbacks = pgTable(
  'general_feedbacks',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text({ enum: FEEDBACK_TYPES }).notNull(),
    content: collatedText().notNull(),
    ...inboxColumns(),
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
    index('general_feedbacks_created_at_idx').on(table.created_at, table.id),
    index('general_feedbacks_search_idx').using('gin', sql`lower(${table.content}) gin_trgm_ops`),
    index('general_feedbacks_user_id_idx').on(table.user_id),
  ],
)

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
