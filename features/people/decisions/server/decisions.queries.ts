import { and, asc, count, desc, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#platform/server/db/client.ts'
import { staffName } from '#platform/server/db/staff-name.ts'
import { hashSecret } from '#platform/server/identity/secrets.ts'
import { users } from '#platform/server/identity/tables.ts'
import { hasTasks, mayDo } from '#platform/server/identity/tasks.queries.ts'
import type { Language } from '#platform/shared/languages.ts'
import type { AdminObjection } from '../contract.admin.ts'
import type { Decision } from '../contract.ts'
import { decisions } from '../tables.ts'

export type DecisionRow = typeof decisions.$inferSelect

const decider = alias(users, 'decider')
const handler = alias(users, 'handler')

export const presentDecision = (row: DecisionRow): Decision => ({
  kind: row.kind,
  ground: row.ground,
  reason: row.reason,
  decided_at: row.decided_at.toISOString(),
  objected_at: row.objected_at?.toISOString() ?? null,
  outcome: row.outcome,
  answer: row.answer,
})

/** Number of open objections, as a part of a query. */
export const countOpenObjections = sql<number>`(SELECT count(*)::int FROM ${decisions}
  WHERE ${decisions.objected_at} IS NOT NULL AND ${decisions.handled_at} IS NULL)`

/** The decision of a mailed link. */
export async function findByToken(db: Db, token: string): Promise<DecisionRow | null> {
  const [row] = await db
    .select()
    .from(decisions)
    .where(and(eq(decisions.token_hash, hashSecret(token)), isNotNull(decisions.user_id)))
  return row ?? null
}

/** Stores an objection. Returns false if there already is one. */
export async function storeObjection(
  db: Db,
  id: string,
  objection: string,
  now: Date,
): Promise<boolean> {
  const stored = await db
    .update(decisions)
    .set({ objection, objected_at: now })
    .where(and(eq(decisions.id, id), isNull(decisions.objected_at)))
    .returning({ id: decisions.id })
  return stored.length > 0
}

export async function lockObjection(db: Db, id: string): Promise<DecisionRow | null> {
  const [row] = await db
    .select()
    .from(decisions)
    .where(and(eq(decisions.id, id), isNotNull(decisions.objected_at)))
    .for('no key update')
  return row ?? null
}

/** Stores the outcome of an objection. */
export async function answerObjection(
  db: Db,
  id: string,
  handled: Pick<DecisionRow, 'handled_at' | 'handled_by' | 'outcome' | 'answer'>,
): Promise<void> {
  await db.update(decisions).set(handled).where(eq(decisions.id, id))
}

/** Whether another moderator or administrator could answer. */
export async function hasOtherModerator(db: Db, userId: string): Promise<boolean> {
  const [other] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        // Restricts the query to staff, which an index covers.
        hasTasks,
        mayDo('POST /admin/objections/answer', null),
        ne(users.id, userId),
        isNull(users.suspended_at),
      ),
    )
    .limit(1)
  return other !== undefined
}

interface Asking {
  viewer: { id: string }
  state: 'open' | 'answered'
  page: number
  size: number
}

const personOf = (id: string | null, name: string | null) =>
  id === null ? null : { id, name: name ?? '' }

const withLanguage = (person: ReturnType<typeof personOf>, lang: Language | null) =>
  person && lang && { ...person, lang }

/** One page of objections, and their total number. */
export async function listObjections(
  db: Db,
  { viewer, state, page, size }: Asking,
): Promise<{ rows: Omit<AdminObjection, 'messages'>[]; total: number }> {
  const where: SQL | undefined = and(
    isNotNull(decisions.objected_at),
    state === 'open' ? isNull(decisions.handled_at) : isNotNull(decisions.handled_at),
  )
  const order =
    state === 'open'
      ? [asc(decisions.objected_at), asc(decisions.id)]
      : [desc(decisions.handled_at), desc(decisions.id)]
  const rows = await db
    .select({
      row: decisions,
      name: staffName(users),
      lang: users.lang,
      decider: staffName(decider),
      handler: staffName(handler),
    })
    .from(decisions)
    .leftJoin(users, eq(users.id, decisions.user_id))
    .leftJoin(decider, eq(decider.id, decisions.decided_by))
    .leftJoin(handler, eq(handler.id, decisions.handled_by))
    .where(where)
    .orderBy(...order)
    .limit(size)
    .offset((page - 1) * size)
  const [all] = await db.select({ total: count() }).from(decisions).where(where)
  const isAlone = !(await hasOtherModerator(db, viewer.id))
  return {
    rows: rows.map(({ row, lang, ...names }) => ({
      ...presentDecision(row),
      id: row.id,
      objection: row.objection,
      automated: row.automated,
      user: withLanguage(personOf(row.user_id, names.name), lang),
      decided_by: personOf(row.decided_by, names.decider),
      handled_at: row.handled_at?.toISOString() ?? null,
      handled_by: personOf(row.handled_by, names.handler),
      may_answer: row.handled_at === null && (isAlone || row.decided_by !== viewer.id),
    })),
    total: all?.total ?? 0,
  }
}

/**
 * Deletes the texts about an account that is being deleted. The decision itself stays for the
 * yearly counts.
 */
export async function forgetTextsOf(db: Db, userId: string): Promise<void> {
  await db
    .update(decisions)
    .set({ reason: '', objection: '', answer: '' })
    .where(eq(decisions.user_id, userId))
}

export async function moveDecisions(db: Db, from: string, into: string): Promise<void> {
  await db.update(decisions).set({ user_id: into }).where(eq(decisions.user_id, from))
}
