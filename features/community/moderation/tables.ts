import { type SQL, sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  type PgColumn,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { MESSAGE_REPORT_REASONS } from '#features/lending/conversations/messages/message-report-reasons.ts'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import { decisions } from '#features/people/decisions/tables.ts'
import { REPORT_TYPES } from '#features/places/letterboxes/report-types.ts'
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
  CASE_KINDS,
  CASE_OUTCOMES,
  type CaseKind,
  MESSAGE_REPORT_MEASURES,
  MESSAGE_REPORT_OUTCOMES,
} from './case-kinds.ts'
import { FEEDBACK_TYPES, REPORTER_NAME_MAX_LENGTH } from './contract.ts'

/** The types of a kind. What a message was held for is in `messages`. */
const TYPES: Record<CaseKind, readonly string[]> = {
  report: REPORT_TYPES.map(({ name }) => name),
  feedback: FEEDBACK_TYPES,
  message_report: MESSAGE_REPORT_REASONS,
  held_message: [''],
}

const oneOfItsKind = (kind: PgColumn, type: PgColumn): SQL =>
  sql.join(
    CASE_KINDS.map((each) => {
      const types = TYPES[each].map((name) => `'${name}'`).join(', ')
      return sql`${kind} = ${sql.raw(`'${each}'`)} AND ${type} IN (${sql.raw(types)})`
    }),
    sql` OR `,
  )

/**
 * Everything that the staff look into, of every kind: who wrote it and what it is about, who of the staff looks after
 * it, and what came of it. A held message becomes a case when it is refused; until then `messages` alone knows that it
 * waits.
 */
export const cases = pgTable(
  'cases',
  {
    id: id(),
    kind: text({ enum: CASE_KINDS }).notNull(),
    /** The letterbox that was reported. */
    letterbox_id: uuid().references(() => letterboxes.id, { onDelete: 'cascade' }),
    /** The message that was reported or refused. */
    message_id: uuid().references(() => messages.id, { onDelete: 'cascade' }),
    /** Who reported it or gave the feedback. Null: a visitor, a deleted reporter of a message, or a held message. */
    user_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
    type: text().notNull(),
    /** Of a report: the name of its type in the reporter's language, or what they typed. */
    title: collatedText().notNull().default(''),
    /** What its author wrote. */
    text: collatedText().notNull().default(''),
    /** Name given with a notice of illegal content. */
    name: collatedText().notNull().default(''),
    /** Of a report: address for the answer. Empty if the reporter may stay anonymous. */
    email: text().notNull().default(''),
    /** Of a report: the language of the answer. */
    lang: text({ enum: LANGUAGES }),
    /** How often the same person repeated the report. */
    repeats: integer().notNull().default(0),
    created_at: now(),
    /** The member of the staff who has taken it. */
    assignee_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Increases with each change. */
    version: integer().notNull().default(0),
    /** Internal note of the staff. */
    staff_note: text().notNull().default(''),
    handled_at: instant(),
    handled_by: uuid(),
    outcome: text({ enum: [...CASE_OUTCOMES, ...MESSAGE_REPORT_OUTCOMES, 'refused'] }),
    /** The measure against the author of the message. */
    measure: text({ enum: MESSAGE_REPORT_MEASURES }),
    /** The decision mailed to the author of the message, who can object to it. */
    decision_id: uuid().references(() => decisions.id, { onDelete: 'set null' }),
  },
  (table) => [
    oneOf(table.kind),
    check('cases_type_check', oneOfItsKind(table.kind, table.type)),
    check(
      'cases_subject_check',
      sql`CASE ${table.kind}
        WHEN 'report' THEN ${table.letterbox_id} IS NOT NULL AND ${table.lang} IS NOT NULL
          AND ${table.title} <> '' AND (${table.email} <> '' OR ${table.type} = 'illegal')
        WHEN 'feedback' THEN ${table.user_id} IS NOT NULL AND ${table.text} <> ''
        ELSE ${table.message_id} IS NOT NULL END`,
    ),
    check('cases_handled_check', sql`(${table.handled_at} IS NULL) = (${table.outcome} IS NULL)`),
    oneOf(table.outcome),
    oneOf(table.measure),
    oneOf(table.lang),
    atMost(table.title, 200),
    atMost(table.text, 4000),
    atMost(table.name, REPORTER_NAME_MAX_LENGTH),
    atMost(table.email, 254),
    atMost(table.staff_note, 2000),
    index('cases_open_idx')
      .on(table.kind, table.created_at, table.id)
      .where(sql`${table.handled_at} IS NULL`),
    index('cases_handled_idx')
      .on(table.kind, table.handled_at, table.id)
      .where(sql`${table.handled_at} IS NOT NULL`),
    index('cases_created_at_idx').on(table.kind, table.created_at, table.id),
    index('cases_assignee_id_idx')
      .on(table.assignee_id, table.created_at)
      .where(sql`${table.assignee_id} IS NOT NULL`),
    index('cases_letterbox_id_idx')
      .on(table.letterbox_id)
      .where(sql`${table.letterbox_id} IS NOT NULL`),
    index('cases_user_id_idx').on(table.user_id).where(sql`${table.user_id} IS NOT NULL`),
    index('cases_decision_id_idx')
      .on(table.decision_id)
      .where(sql`${table.decision_id} IS NOT NULL`),
    index('cases_email_idx').on(sql`lower(${table.email})`),
    index('cases_message_id_idx').on(table.message_id).where(sql`${table.message_id} IS NOT NULL`),
    uniqueIndex('cases_message_reporter_idx')
      .on(table.message_id, table.user_id)
      .where(sql`${table.kind} = 'message_report'`),
    uniqueIndex('cases_refused_idx')
      .on(table.message_id)
      .where(sql`${table.kind} = 'held_message'`),
    index('cases_search_idx').using(
      'gin',
      sql`lower(${table.title} || ' ' || ${table.text}) gin_trgm_ops`,
    ),
  ],
)

/** The staff's answers by mail. */
export const staff_answers = pgTable(
  'staff_answers',
  {
    id: id(),
    case_id: uuid()
      .notNull()
      .references(() => cases.id, { onDelete: 'cascade' }),
    author_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    text: text().notNull(),
    /** Chosen by the client, so that pressing the button twice sends one answer. */
    request_id: uuid().notNull().unique(),
    created_at: instant().notNull(),
  },
  (table) => [
    filled(table.text, 4000),
    index('staff_answers_author_id_idx')
      .on(table.author_id)
      .where(sql`${table.author_id} IS NOT NULL`),
    index('staff_answers_case_id_idx').on(table.case_id),
  ],
)
