import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { atMost, id, instant, oneOf } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'
import {
  DECISION_GROUNDS,
  DECISION_KINDS,
  OBJECTION_MAX_LENGTH,
  OBJECTION_OUTCOMES,
} from './decision-kinds.ts'

/** Decisions against a person, each with its objection. The texts of deleted accounts are removed. */
export const decisions = pgTable(
  'decisions',
  {
    id: id(),
    user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    kind: text({ enum: DECISION_KINDS }).notNull(),
    ground: text({ enum: DECISION_GROUNDS }).notNull(),
    /** Whether it was reported; otherwise the staff noticed it themselves. */
    after_report: boolean().notNull(),
    /** Whether a program had detected it. The decision was still made by a person. */
    automated: boolean().notNull().default(false),
    reason: text().notNull(),
    decided_at: instant().notNull(),
    decided_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Hash of the token in the mailed link to object. */
    token_hash: text().notNull().unique(),
    objection: text().notNull().default(''),
    objected_at: instant(),
    handled_at: instant(),
    handled_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    outcome: text({ enum: OBJECTION_OUTCOMES }),
    answer: text().notNull().default(''),
  },
  (table) => [
    oneOf(table.kind),
    oneOf(table.ground),
    oneOf(table.outcome),
    atMost(table.reason, 2000),
    atMost(table.objection, OBJECTION_MAX_LENGTH),
    atMost(table.answer, OBJECTION_MAX_LENGTH),
    check(
      'decisions_handled',
      sql`(${table.handled_at} IS NULL) = (${table.outcome} IS NULL) AND (${table.handled_at} IS NULL OR ${table.objected_at} IS NOT NULL)`,
    ),
    index('decisions_user_id_idx').on(table.user_id),
    index('decisions_decided_by_idx').on(table.decided_by),
    index('decisions_handled_by_idx').on(table.handled_by),
    index('decisions_objected_at_idx')
      .on(table.objected_at, table.id)
      .where(sql`${table.objected_at} IS NOT NULL`),
  ],
)
