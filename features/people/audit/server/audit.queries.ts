import { and, asc, count, desc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type DaySpan, isOnDays } from '#platform/server/community-day.ts'
import type { Db } from '#platform/server/db/client.ts'
import { staffName } from '#platform/server/db/staff-name.ts'
import { holds } from '#platform/server/db/text-search.ts'
import type { CallingToken } from '#platform/server/identity/access-tokens.queries.ts'
import { access_tokens, users } from '#platform/server/identity/tables.ts'
import { whoIs } from '#platform/server/identity/who-is.ts'
import type { AuditField, AuditSubject, AuditVerb } from '../audit-acts.ts'
import type { AuditEntry } from '../contract.admin.ts'
import { audit_log } from '../tables.ts'

/**
 * An act in the back office. `label`, `before` and `after` must not contain names, addresses or
 * texts of members: those are deleted with their account, while entries stay. Use {@link CHANGED}
 * for such values.
 */
export interface Act {
  subject: AuditSubject
  subject_id: string | number
  verb: AuditVerb
  /** Name of the subject, unless it names a person. */
  label?: string | null
  /** Only fields that the act has changed. */
  before?: Partial<Record<AuditField, unknown>> | null
  after?: Partial<Record<AuditField, unknown>> | null
}

/** Placeholder for a changed value that concerns a person. */
export const CHANGED = '…'

/** The caller of a call, also of one that a job continues. */
export interface AuditCaller {
  id: string
  token: Pick<CallingToken, 'id' | 'owner'> | null
}

/** An account or the caller of a call, or an actor without either. */
export type AuditActor = { id: string } | AuditCaller | 'command' | 'system'

/** The columns that say who acted. */
function actorColumns(actor: AuditActor) {
  if (typeof actor === 'string') return { actor, actor_id: null, program_id: null }
  if (!('token' in actor) || !actor.token)
    return { actor: 'admin' as const, actor_id: actor.id, program_id: null }
  const { id: program_id, owner } = actor.token
  return owner === 'community'
    ? { actor: 'token' as const, actor_id: null, program_id }
    : { actor: 'admin' as const, actor_id: actor.id, program_id }
}

/**
 * Adds an entry to the audit log. Call it in the transaction of the act, so that an entry exists if
 * and only if the act happened.
 */
export async function recordAct(db: Db, actor: AuditActor, act: Act, now: Date): Promise<void> {
  await recordActs(db, actor, [act], now)
}

/** {@link recordAct} for several acts. */
export async function recordActs(
  db: Db,
  actor: AuditActor,
  acts: readonly Act[],
  now: Date,
): Promise<void> {
  if (acts.length === 0) return
  const by = actorColumns(actor)
  await db
    .insert(audit_log)
    .values(acts.map((act) => ({ ...by, ...act, subject_id: `${act.subject_id}`, at: now })))
}

export interface AuditSearch {
  search: string
  subject?: AuditSubject | undefined
  verb?: AuditVerb | undefined
  subject_id?: string | undefined
  /** Verb to exclude. */
  except?: AuditVerb | undefined
  days?: DaySpan & { timeZone: string }
  page: number
  size: number
}

const nameOfActor = sql<string>`${users.firstname} || ' ' || ${users.lastname}`
/** The account that an entry is about. Entries store no names, so it is joined. */
const account = alias(users, 'account')
const accountId = sql`CASE WHEN ${audit_log.subject} IN ('user', 'security_event') AND ${audit_log.subject_id} ~ '^[0-9a-f-]{36}$'
  THEN ${audit_log.subject_id}::uuid END`

/** Search parameters as query values. */
interface Searching extends Omit<AuditSearch, 'search' | 'days' | 'page' | 'size'>, DaySpan {
  text?: string | undefined
  timeZone?: string | undefined
}

function matching(values: Searching): SQL | undefined {
  const { text, subject, verb, subject_id, except, timeZone } = values
  const textMatches: SQL | undefined =
    text === undefined
      ? undefined
      : or(
          holds(audit_log.label, text),
          holds(audit_log.subject_id, text),
          // The ids are computed first, so that each condition can use its index. People are found
          // by the joint index over name and address; the second condition keeps those whose name
          // matches.
          sql`${audit_log.actor_id} = ANY (ARRAY(SELECT ${users.id} FROM ${users}
            WHERE ${holds(whoIs, text)} AND ${holds(nameOfActor, text)}))`,
        )
  return and(
    textMatches,
    subject ? eq(audit_log.subject, subject) : undefined,
    verb ? eq(audit_log.verb, verb) : undefined,
    except ? ne(audit_log.verb, except) : undefined,
    subject_id ? eq(audit_log.subject_id, subject_id) : undefined,
    timeZone ? isOnDays(audit_log.at, values, timeZone) : undefined,
  )
}

const selectPage = (db: Db, values: Searching & { size: number; skipped: number }) => {
  const order = [desc(audit_log.at), asc(audit_log.id)]
  // Entries can be large, so those before this page are skipped in the index without being read.
  const shown = db
    .select({ id: audit_log.id })
    .from(audit_log)
    .where(matching(values))
    .orderBy(...order)
    .limit(values.size)
    .offset(values.skipped)
  return db
    .select({
      entry: audit_log,
      name: staffName(users),
      actor_id: users.id,
      token: { name: access_tokens.name },
      account: {
        id: account.id,
        name: staffName(account),
      },
    })
    .from(audit_log)
    .leftJoin(users, eq(users.id, audit_log.actor_id))
    .leftJoin(account, eq(account.id, accountId))
    .leftJoin(access_tokens, eq(access_tokens.id, audit_log.program_id))
    .where(inArray(audit_log.id, shown))
    .orderBy(...order)
}

const countMatches = (db: Db, values: Searching) =>
  db.select({ total: count() }).from(audit_log).where(matching(values))

/** One page of matching entries, newest first, and the number of matches. */
export async function searchAudit(
  db: Db,
  { search, days, page, size, ...filter }: AuditSearch,
): Promise<{ rows: AuditEntry[]; total: number }> {
  const values = { ...filter, ...days, text: search.trim() || undefined }
  const [rows, [all]] = await Promise.all([
    selectPage(db, { size, skipped: (page - 1) * size, ...values }),
    countMatches(db, values),
  ])
  return {
    rows: rows.map(({ entry: { program_id, ...entry }, account, name, actor_id, token }) => ({
      ...entry,
      token: program_id === null ? null : { name: token?.name ?? null },
      account: account && { id: account.id, name: account.name },
      at: entry.at.toISOString(),
      by: actor_id === null ? null : { id: actor_id, name },
    })),
    total: all?.total ?? 0,
  }
}
