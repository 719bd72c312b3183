import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, now } from '#platform/server/db/columns.ts'
import { AUDIT_ACTORS, AUDIT_SUBJECTS, AUDIT_VERBS } from './audit-acts.ts'

/** Append-only: a trigger refuses every change. Ids alone, so that it outlives what it speaks of. */
export const audit_log = pgTable('audit_log', {
  id: id(),
  at: now(),
  actor: text({ enum: AUDIT_ACTORS }).notNull(),
  actor_id: uuid(),
  subject: text({ enum: AUDIT_SUBJECTS }).notNull(),
  subject_id: text().notNull(),
  label: text(),
  verb: text({ enum: AUDIT_VERBS }).notNull(),
  before: jsonb().$type<Record<string, unknown>>(),
  after: jsonb().$type<Record<string, unknown>>(),
})
