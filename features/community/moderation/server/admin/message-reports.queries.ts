import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lt,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { isOfOwn } from '#features/lending/conversations/who-sees/server/door.ts'
import {
  type Act,
  noteReadings,
  recordActs,
  recordReadings,
} from '#features/people/audit/server/door.ts'
import type { DecidedMessage } from '#features/people/decisions/server/door.ts'
import { decisions } from '#features/people/decisions/tables.ts'
import { itemColumns } from '#features/places/items/server/door.ts'
import { items } from '#features/places/items/tables.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type Asking, type InSql, prepared } from '#platform/server/db/prepared.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'
import { may } from '#platform/shared/task-matrix.ts'
import type { adminMessageReportsApi, InboxCounts, MessageReport } from '../../contract.admin.ts'
import { message_reports } from '../../tables.ts'
import { contextOf } from './held-messages.queries.ts'

/** Retention of settled reports, so that their outcome can be looked up. */
const HANDLED_REPORT_MS = 182 * DAY_MS

/**
 * The reports a moderator may decide: none that they made, wrote the message of, or whose conversation is their own.
 * Starts from the moderator to find these few: checking both sides of every report took most of the time of a long
 * list.
 */
const mayBeDecidedBy = (moderatorId: InSql<string>): SQL => {
  const reported = sql`${message_reports} JOIN ${messages} ON ${messages.id} = ${message_reports.message_id}`
  return sql`${message_reports.id} NOT IN (
    SELECT ${message_reports.id} FROM ${message_reports} WHERE ${message_reports.reporter_id} = ${moderatorId}
    UNION ALL SELECT ${message_reports.id} FROM ${reported} WHERE ${messages.author_id} = ${moderatorId}
    UNION ALL SELECT ${message_reports.id} FROM ${reported}
    JOIN ${transactions} ON ${transactions.id} = ${messages.transaction_id} WHERE ${isOfOwn(moderatorId)})`
}

const author = alias(users, 'author')
const reporter = alias(users, 'reporter')
const assignee = alias(users, 'assignee')

/** The author of the message, or the side it came from if the author is unknown. */
const authorId = sql`coalesce(${messages.author_id}, ${messages.from_id})`

/** Reports about messages of the author. */
const ofAuthor = sql`message_reports r JOIN messages m ON m.id = r.message_id
  WHERE (m.author_id = ${author.id} OR (m.author_id IS NULL AND m.from_id = ${author.id}))`

type Asked = z.output<typeof adminMessageReportsApi.list.query>
type State = Asked['state']

function inState(state: State, moderatorId: string): SQL | undefined {
  const { handled_at, assignee_id } = message_reports
  if (state === 'handled') return isNotNull(handled_at)
  return and(isNull(handled_at), state === 'mine' ? eq(assignee_id, moderatorId) : undefined)
}

/** Open ones: oldest first. Settled ones: latest first. */
function orderIn(state: State): SQL[] {
  const { created_at, handled_at, id } = message_reports
  return state === 'handled' ? [desc(handled_at), desc(id)] : [asc(created_at), asc(id)]
}

/** Ids of one page of reports. */
const selectIdsOf = (db: Db, { page, size, state }: Asked, moderatorId: string) =>
  db
    .select({ id: message_reports.id })
    .from(message_reports)
    .where(and(inState(state, moderatorId), mayBeDecidedBy(moderatorId)))
    .orderBy(...orderIn(state))
    .limit(size)
    .offset((page - 1) * size)
    .as('on_page')

/**
 * Selects the page first. As a condition on the joined tables it would be slow: PostgreSQL plans eight tables at a
 * time, so it would join all reports before it filters them.
 */
const selectReports = (db: Db, onPage: ReturnType<typeof selectIdsOf>) =>
  db
    .select({
      id: message_reports.id,
      created_at: message_reports.created_at,
      reason: message_reports.reason,
      note: message_reports.note,
      handled_at: message_reports.handled_at,
      outcome: message_reports.outcome,
      measure: message_reports.measure,
      reporter: { id: reporter.id, firstname: reporter.firstname },
      assignee: {
        id: assignee.id,
        name: sql<string>`trim(${assignee.firstname} || ' ' || ${assignee.lastname})`,
      },
      by_borrower: sql<boolean>`${messages.from_id} IS DISTINCT FROM ${transactions.borrower_id}`,
      message: {
        id: messages.id,
        text: messages.text,
        created_at: messages.created_at,
        warnings: messages.warnings,
      },
      author: {
        id: author.id,
        firstname: author.firstname,
        created_at: author.created_at,
        reported_by: sql<number>`(SELECT count(DISTINCT r.reporter_id)::int FROM ${ofAuthor})`,
        warned: sql<number>`(SELECT count(*)::int FROM ${ofAuthor} AND r.measure = 'warn')`,
        suspended: sql<boolean>`${author.suspended_at} IS NOT NULL`,
        reachable: sql<boolean>`${author.email} IS NOT NULL AND ${author.email_confirmed_at} IS NOT NULL`,
        lang: author.lang,
      },
      letterbox_id: letterboxes.id,
      item: itemColumns,
      status: transactions.status,
      closed: sql<boolean>`${transactions.closed_at} IS NOT NULL`,
      messages: sql<number>`(
        SELECT count(*)::int FROM messages every
        WHERE every.transaction_id = ${transactions.id} AND every.held_at IS NULL)`,
      context: contextOf(sql`around.held_at IS NULL`),
    })
    .from(onPage)
    .innerJoin(message_reports, eq(message_reports.id, onPage.id))
    .innerJoin(messages, eq(messages.id, message_reports.message_id))
    .innerJoin(transactions, eq(transactions.id, messages.transaction_id))
    .innerJoin(items, eq(items.id, transactions.item_id))
    .leftJoin(letterboxes, eq(letterboxes.user_id, transactions.lender_id))
    .leftJoin(author, eq(author.id, authorId))
    .leftJoin(reporter, eq(reporter.id, message_reports.reporter_id))
    .leftJoin(assignee, eq(assignee.id, message_reports.assignee_id))

type ReportRow = Awaited<ReturnType<typeof selectReports>>[number]

const iso = (at: Date | string) => new Date(at).toISOString()

function presentReport(
  { by_borrower, assignee, ...row }: ReportRow,
  read_by: MessageReport['read_by'],
): MessageReport {
  const side = by_borrower ? 'borrower' : 'lender'
  return {
    ...row,
    read_by,
    assignee: assignee && { id: assignee.id, name: assignee.name },
    created_at: iso(row.created_at),
    handled_at: row.handled_at && iso(row.handled_at),
    reporter: row.reporter && { ...row.reporter, side },
    message: { ...row.message, created_at: iso(row.message.created_at) },
    author: row.author && { ...row.author, created_at: iso(row.author.created_at) },
    context: row.context.map((each) => ({ ...each, created_at: iso(each.created_at) })),
  }
}

async function countStates(db: Db, moderatorId: string): Promise<Omit<InboxCounts, 'all'>> {
  const count = (state: State) =>
    sql<number>`(count(*) FILTER (WHERE ${inState(state, moderatorId)}))::int`
  const [counts] = await db
    .select({ open: count('open'), mine: count('mine'), settled: count('handled') })
    .from(message_reports)
    .where(mayBeDecidedBy(moderatorId))
  return counts ?? { open: 0, mine: 0, settled: 0 }
}

/** One page of reported messages. Records that the moderator has read them. */
export async function readMessageReports(
  db: Db,
  moderator: Viewer,
  asked: Asked,
  now: Date,
): Promise<{ rows: MessageReport[]; total: number; counts: Omit<InboxCounts, 'all'> }> {
  const rows = await selectReports(db, selectIdsOf(db, asked, moderator.id)).orderBy(
    ...orderIn(asked.state),
  )
  const ids = rows.map((row) => row.id)
  const readings = await noteReadings(db, moderator, 'message_report', ids, now)
  const counts = await countStates(db, moderator.id)
  return {
    rows: rows.map((row) => presentReport(row, readings?.get(row.id) ?? null)),
    total: counts[asked.state === 'handled' ? 'settled' : asked.state],
    counts,
  }
}

const selectOpen = prepared(
  'open_message_reports',
  (db, { moderatorId }: Asking<{ moderatorId: string }>) =>
    db
      .select({ count: sql<number>`count(*)::int` })
      .from(message_reports)
      .where(and(isNull(message_reports.handled_at), mayBeDecidedBy(moderatorId))),
)

/** How many reports this moderator may decide. */
export async function countOpenMessageReports(db: Db, moderatorId: string): Promise<number> {
  const [row] = await selectOpen(db, { moderatorId })
  return row?.count ?? 0
}

/** Condition: open reports with these ids that the moderator may decide. */
const openOf = (ids: string[], moderatorId: string) =>
  and(
    isNull(message_reports.handled_at),
    sql`${message_reports.id} = ANY(${sql.param(ids)}::uuid[])`,
    mayBeDecidedBy(moderatorId),
  )

/**
 * Settles open reports.
 * @returns the ids of those that were open
 */
export async function settleMessageReports(
  db: Db,
  moderator: Viewer,
  { ids, outcome, measure }: z.output<typeof adminMessageReportsApi.settle.body>,
  now: Date,
): Promise<string[]> {
  const settledReports = await db
    .update(message_reports)
    .set({ handled_at: now, handled_by: moderator.id, outcome, measure })
    .where(openOf(ids, moderator.id))
    .returning({
      id: message_reports.id,
      reason: message_reports.reason,
      created_at: message_reports.created_at,
    })
  const acts = settledReports.map(
    ({ id, reason, created_at }): Act => ({
      subject: 'message_report',
      subject_id: id,
      verb: 'settle',
      // Facts for the yearly counts, kept after the report itself is deleted.
      after: {
        outcome,
        measure,
        kind: reason,
        hours: Math.round((now.getTime() - created_at.getTime()) / HOUR_MS),
      },
    }),
  )
  await recordActs(db, moderator, acts, now)
  return settledReports.map(({ id }) => id)
}

/** Reporters with time and conversation, oldest first, without deleted accounts. */
export function findReporters(db: Db, reportIds: readonly string[]) {
  return (
    db
      .select({
        reporter: getTableColumns(users),
        created_at: message_reports.created_at,
        transaction_id: messages.transaction_id,
        item: itemColumns,
      })
      .from(message_reports)
      .innerJoin(users, eq(users.id, message_reports.reporter_id))
      .innerJoin(messages, eq(messages.id, message_reports.message_id))
      .innerJoin(transactions, eq(transactions.id, messages.transaction_id))
      .innerJoin(items, eq(items.id, transactions.item_id))
      .where(inArray(message_reports.id, [...reportIds]))
      // Ordered by people first, so that two concurrent calls do not deadlock.
      .orderBy(asc(users.id), asc(message_reports.created_at), asc(message_reports.id))
  )
}

/** The author of the reported message; null if the account is gone. */
export async function findAuthor(db: Db, reportId: string): Promise<UserRow | null> {
  const [user] = await db
    .select(getTableColumns(users))
    .from(message_reports)
    .innerJoin(messages, eq(messages.id, message_reports.message_id))
    .innerJoin(users, eq(users.id, authorId))
    .where(eq(message_reports.id, reportId))
  return user ?? null
}

/** Stores the decision that notified the author of the measure. */
export async function noteDecision(db: Db, ids: string[], decisionId: string): Promise<void> {
  await db
    .update(message_reports)
    .set({ decision_id: decisionId })
    .where(inArray(message_reports.id, ids))
}

/** The reported messages of some decisions, for moderators who may decide the reports. */
export async function readDecided(
  db: Db,
  viewer: Viewer,
  decisionIds: readonly string[],
  now: Date,
): Promise<DecidedMessage[]> {
  if (!may(viewer, 'GET /admin/message-reports') || decisionIds.length === 0) return []
  const rows = await db
    .select({
      id: message_reports.id,
      decision_id: sql<string>`${message_reports.decision_id}`,
      text: messages.text,
      created_at: messages.created_at,
    })
    .from(message_reports)
    .innerJoin(messages, eq(messages.id, message_reports.message_id))
    .where(and(inArray(message_reports.decision_id, [...decisionIds]), mayBeDecidedBy(viewer.id)))
  const ids = rows.map(({ id }) => id)
  await recordReadings(db, viewer, 'message_report', ids, now)
  return rows
}

/** Unlinks the decisions from the reports of a deleted account. The decisions stay, without a person. */
export async function forgetDecisionsOn(db: Db, userId: string): Promise<void> {
  const decisionsOfUser = db
    .select({ id: decisions.id })
    .from(decisions)
    .where(eq(decisions.user_id, userId))
  await db
    .update(message_reports)
    .set({ decision_id: null })
    .where(inArray(message_reports.decision_id, decisionsOfUser))
}

/**
 * Assigns unassigned reports to the caller, or gives back own ones.
 * @returns how many
 */
export async function assignMessageReports(
  db: Db,
  moderator: Viewer,
  { ids, mine }: z.output<typeof adminMessageReportsApi.assign.body>,
  now: Date,
): Promise<number> {
  const { assignee_id } = message_reports
  const changedReports = await db
    .update(message_reports)
    .set({ assignee_id: mine ? moderator.id : null })
    .where(
      and(openOf(ids, moderator.id), mine ? isNull(assignee_id) : eq(assignee_id, moderator.id)),
    )
    .returning({ id: message_reports.id })
  const after = { assignee: mine ? moderator.id : null }
  await recordEach(db, moderator, changedReports, { verb: 'assign', after }, now)
  return changedReports.length
}

const recordEach = (
  db: Db,
  moderator: Viewer,
  changedReports: readonly { id: string }[],
  act: Pick<Act, 'verb' | 'after'>,
  now: Date,
) =>
  recordActs(
    db,
    moderator,
    changedReports.map(({ id }) => ({ ...act, subject: 'message_report', subject_id: id })),
    now,
  )

/** Deletes reports settled long ago, when questions about them are no longer expected. */
export async function deleteOldMessageReports(db: Db, now: Date): Promise<void> {
  const until = new Date(now.getTime() - HANDLED_REPORT_MS)
  await db.delete(message_reports).where(lt(message_reports.handled_at, until))
}

/** How many reports exist about messages of an account. */
export async function countReportsOf(
  db: Db,
  userId: string,
): Promise<{ all: number; open: number }> {
  const [row] = await db
    .select({
      all: sql<number>`count(*)::int`,
      open: sql<number>`(count(*) FILTER (WHERE ${message_reports.handled_at} IS NULL))::int`,
    })
    .from(message_reports)
    .innerJoin(messages, eq(messages.id, message_reports.message_id))
    .where(eq(messages.author_id, userId))
  return row ?? { all: 0, open: 0 }
}
