import { and, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { tokens, users } from '#platform/server/identity/tables.ts'
import { may } from '#platform/shared/task-matrix.ts'
import type { AuditSubject } from '../audit-acts.ts'
import { audit_log } from '../tables.ts'
import { recordActs } from './audit.queries.ts'

/**
 * Records that a member of the staff has read private messages: once per item and session, however
 * often they look.
 */
export async function recordReadings(
  db: Db,
  viewer: Viewer,
  subject: AuditSubject,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return
  const begun = sql`(SELECT ${tokens.created_at} FROM ${tokens} WHERE ${tokens.id} = ${viewer.session_id})`
  const before = await db
    .select({ id: audit_log.subject_id })
    .from(audit_log)
    .where(
      and(
        eq(audit_log.subject, subject),
        inArray(audit_log.subject_id, [...ids]),
        eq(audit_log.verb, 'read'),
        eq(audit_log.actor_id, viewer.id),
        gte(audit_log.at, begun),
      ),
    )
  const alreadyRead = new Set(before.map(({ id }) => id))
  const acts = ids
    .filter((id) => !alreadyRead.has(id))
    .map((subject_id) => ({ subject, subject_id, verb: 'read' as const }))
  await recordActs(db, viewer, acts, now)
}

/**
 * Records the reading of items that a list shows in full. Returns for administrators who else has
 * read them, otherwise null.
 */
export async function noteReadings(
  db: Db,
  viewer: Viewer,
  subject: AuditSubject,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, Reading[]> | null> {
  await recordReadings(db, viewer, subject, ids, now)
  return may(viewer, 'readings') ? readingsOf(db, subject, ids) : null
}

export interface Reading {
  at: string
  /** Null if the account has been deleted. */
  by: { id: string; name: string } | null
}

/** Readers of each item, newest first. */
export async function readingsOf(
  db: Db,
  subject: AuditSubject,
  ids: readonly string[],
): Promise<Map<string, Reading[]>> {
  const readingsById = new Map<string, Reading[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return readingsById
  const rows = await db
    .select({
      id: audit_log.subject_id,
      at: audit_log.at,
      reader: users.id,
      name: sql<string>`${users.firstname} || ' ' || ${users.lastname}`,
    })
    .from(audit_log)
    .leftJoin(users, eq(users.id, audit_log.actor_id))
    .where(
      and(
        eq(audit_log.subject, subject),
        inArray(audit_log.subject_id, [...ids]),
        eq(audit_log.verb, 'read'),
      ),
    )
    .orderBy(desc(audit_log.at), desc(audit_log.id))
  for (const { id, at, reader, name } of rows) {
    const by = reader === null ? null : { id: reader, name: name.trim() }
    readingsById.get(id)?.push({ at: at.toISOString(), by })
  }
  return readingsById
}
