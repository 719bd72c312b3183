import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { collatedText, descending, id, now, oneOf } from '#platform/server/db/columns.ts'
import { AUDIT_ACTORS, AUDIT_SUBJECTS, AUDIT_VERBS } from './audit-acts.ts'

/**
 * Append-only: a trigger rejects every change. Contains only ids, so that an entry outlives its
 * subject.
 */
export const audit_log = pgTable(
  'audit_log',
  {
    id: id(),
    at: now(),
    actor: text({ enum: AUDIT_ACTORS }).notNull(),
    actor_id: uuid(),
    /** The access token with which it was done: the community's own, or one of the person. */
    program_id: uuid(),
    subject: text({ enum: AUDIT_SUBJECTS }).notNull(),
    subject_id: collatedText().notNull(),
    label: collatedText(),
    verb: text({ enum: AUDIT_VERBS }).notNull(),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
  },
  (table) => [
    oneOf(table.actor),
    check('audit_log_check', sql`(${table.actor} = 'admin') OR (${table.actor_id} IS NULL)`),
    index('audit_log_actor_id_idx').on(table.actor_id, descending(table.at)),
    index('audit_log_at_idx').on(descending(table.at), table.id),
    index('audit_log_label_search_idx').using('gin', sql`lower(${table.label}) gin_trgm_ops`),
    index('audit_log_subject_id_search_idx').using(
      'gin',
      sql`lower(${table.subject_id}) gin_trgm_ops`,
    ),
    index('audit_log_subject_idx').on(table.subject, table.subject_id, descending(table.at)),
  ],
)
