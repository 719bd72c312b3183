import { and, asc, eq, getTableColumns, inArray, isNull, not, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { MessageReportReason } from '#features/lending/conversations/messages/message-report-reasons.ts'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { isOfOwn } from '#features/lending/conversations/who-sees/server/door.ts'
import { noteReadings, recordReadings } from '#features/people/audit/server/door.ts'
import type { DecidedMessage } from '#features/people/decisions/server/door.ts'
import { decisions } from '#features/people/decisions/tables.ts'
import { itemColumns } from '#features/places/items/server/door.ts'
import { items } from '#features/places/items/tables.ts'
import { isOwnedInArea } from '#features/places/letterboxes/members/server/door.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type Asking, type InSql, isOneOf, prepared } from '#platform/server/db/prepared.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import type { Area } from '#platform/shared/areas.ts'
import { may } from '#platform/shared/task-matrix.ts'
import type { CaseKind } from '../../case-kinds.ts'
import type { adminMessageReportsApi, MessageReport } from '../../contract.admin.ts'
import { cases } from '../../tables.ts'
import { assignee, assigneeColumns, caseListing, isOfKind, isOpen } from './cases.queries.ts'
import { countedFacts, settledBy, writeCases } from './changing.ts'
import { contextOf } from './held-messages.queries.ts'

/**
 * The cases about messages that a moderator may not decide: they made the report, wrote the message, or the
 * conversation is their own. Starts from the moderator to find these few: checking both sides of every case took most
 * of the time of a long list.
 */
const isTheirOwn = (moderatorId: InSql<string>): SQL => {
  const aboutMessages = sql`${cases} JOIN ${messages} ON ${messages.id} = ${cases.message_id}`
  return sql`${cases.id} IN (
    SELECT ${cases.id} FROM ${cases} WHERE ${isOfKind('message_report')} AND ${cases.user_id} = ${moderatorId}
    UNION ALL SELECT ${cases.id} FROM ${aboutMessages} WHERE ${messages.author_id} = ${moderatorId}
    UNION ALL SELECT ${cases.id} FROM ${aboutMessages}
    JOIN ${transactions} ON ${transactions.id} = ${messages.transaction_id} WHERE ${isOfOwn(moderatorId)})`
}

/**
 * A report of a message is where the letterbox is that was asked in the conversation. If it is gone, the report is in no
 * area.
 */
function isInArea(moderator: { area: Area | null }): SQL | undefined {
  const within = isOwnedInArea(moderator, transactions.lender_id)
  return (
    within &&
    sql`EXISTS (SELECT FROM ${messages} JOIN ${transactions} ON ${transactions.id} = ${messages.transaction_id}
      WHERE ${messages.id} = ${cases.message_id} AND ${within})`
  )
}

const author = alias(users, 'author')
const reporter = alias(users, 'reporter')

/** The author of the message, or the side it came from if the author is unknown. */
const authorId = sql`coalesce(${messages.author_id}, ${messages.from_id})`

/** Reports about messages of the author. */
const ofAuthor = sql`${cases} r JOIN ${messages} m ON m.id = r.message_id
  WHERE r.kind = 'message_report' AND (m.author_id = ${author.id} OR (m.author_id IS NULL AND m.from_id = ${author.id}))`

const selectReports = (db: Db, isOnPage: SQL) =>
  db
    .select({
      id: cases.id,
      created_at: cases.created_at,
      reason: sql<MessageReportReason>`${cases.type}`,
      note: cases.text,
      handled_at: cases.handled_at,
      outcome: sql<MessageReport['outcome']>`${cases.outcome}`,
      measure: cases.measure,
      reporter: { id: reporter.id, firstname: reporter.firstname },
      assignee: assigneeColumns,
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
        reported_by: sql<number>`(SELECT count(DISTINCT r.user_id)::int FROM ${ofAuthor})`,
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
    .from(cases)
    .innerJoin(messages, eq(messages.id, cases.message_id))
    .innerJoin(transactions, eq(transactions.id, messages.transaction_id))
    .innerJoin(items, eq(items.id, transactions.item_id))
    .leftJoin(letterboxes, eq(letterboxes.user_id, transactions.lender_id))
    .leftJoin(author, eq(author.id, authorId))
    .leftJoin(reporter, eq(reporter.id, cases.user_id))
    .leftJoin(assignee, eq(assignee.id, cases.assignee_id))
    .where(isOnPage)

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

const listReports = caseListing('message_report', {
  hiddenFrom: isTheirOwn,
  isInArea,
  read: (db, isOnPage, order) => selectReports(db, isOnPage).orderBy(...order),
})

/** One page of reported messages. Records that the moderator has read them. */
export async function readMessageReports(
  db: Db,
  moderator: Viewer,
  { state, ...page }: z.output<typeof adminMessageReportsApi.list.query>,
  now: Date,
) {
  const asked = { ...page, state: state === 'handled' ? ('settled' as const) : state }
  const { rows, ...counted } = await listReports(
    db,
    { id: moderator.id, area: moderator.area, seesAll: false },
    asked,
    {},
  )
  const ids = rows.map((row) => row.id)
  const readings = await noteReadings(db, moderator, 'message_report', ids, now)
  return {
    ...counted,
    rows: rows.map((row) => presentReport(row, readings?.get(row.id) ?? null)),
  }
}

/** Condition: reports that the moderator may decide. */
const mayDecide = (moderator: { id: InSql<string>; area: Area | null }) =>
  and(not(isTheirOwn(moderator.id)), isInArea(moderator))

const countOf = (db: Db, which: SQL | undefined) =>
  db
    .select({ count: sql<number>`count(*)::int` })
    .from(cases)
    .where(and(isOpen('message_report'), which))

const selectOpen = prepared(
  'open_message_reports',
  (db, { moderatorId }: Asking<{ moderatorId: string }>) =>
    countOf(db, mayDecide({ id: moderatorId, area: null })),
)

/** How many reports this moderator may decide. */
export async function countOpenMessageReports(
  db: Db,
  moderator: Pick<Viewer, 'id' | 'area'>,
): Promise<number> {
  const [row] = await (moderator.area
    ? countOf(db, mayDecide(moderator))
    : selectOpen(db, { moderatorId: moderator.id }))
  return row?.count ?? 0
}

/** Condition: open reports with these ids that the moderator may decide. */
const openOf = (ids: string[], moderator: Viewer) =>
  and(isOpen('message_report'), isOneOf(cases.id, ids, 'uuid'), mayDecide(moderator))

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
  const settledReports = await writeCases(
    db,
    moderator,
    openOf(ids, moderator),
    { ...settledBy(moderator, outcome, now), measure },
    (row) => ({ verb: 'settle', after: { outcome, measure, ...countedFacts(row, now) } }),
    now,
  )
  return settledReports.map(({ id }) => id)
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
  const { assignee_id } = cases
  const next = mine ? moderator.id : null
  const changedReports = await writeCases(
    db,
    moderator,
    and(openOf(ids, moderator), mine ? isNull(assignee_id) : eq(assignee_id, moderator.id)),
    { assignee_id: next },
    () => ({ verb: 'assign', after: { assignee: next } }),
    now,
  )
  return changedReports.length
}

/** Reporters with time and conversation, oldest first, without deleted accounts. */
export function findReporters(db: Db, reportIds: readonly string[]) {
  return (
    db
      .select({
        reporter: getTableColumns(users),
        created_at: cases.created_at,
        transaction_id: messages.transaction_id,
        item: itemColumns,
      })
      .from(cases)
      .innerJoin(users, eq(users.id, cases.user_id))
      .innerJoin(messages, eq(messages.id, cases.message_id))
      .innerJoin(transactions, eq(transactions.id, messages.transaction_id))
      .innerJoin(items, eq(items.id, transactions.item_id))
      .where(inArray(cases.id, [...reportIds]))
      // Ordered by people first, so that two concurrent calls do not deadlock.
      .orderBy(asc(users.id), asc(cases.created_at), asc(cases.id))
  )
}

/** The author of the reported message; null if the account is gone, or the report is outside of the moderator's area. */
export async function findAuthor(
  db: Db,
  moderator: Viewer,
  reportId: string,
): Promise<UserRow | null> {
  const [user] = await db
    .select(getTableColumns(users))
    .from(cases)
    .innerJoin(messages, eq(messages.id, cases.message_id))
    .innerJoin(users, eq(users.id, authorId))
    .where(and(eq(cases.id, reportId), isInArea(moderator)))
  return user ?? null
}

/** Stores the decision that notified the author of the measure. */
export async function noteDecision(db: Db, ids: string[], decisionId: string): Promise<void> {
  await db.update(cases).set({ decision_id: decisionId }).where(inArray(cases.id, ids))
}

/** The messages that some decisions are about, for moderators who may decide about them. */
export async function readDecided(
  db: Db,
  viewer: Viewer,
  decisionIds: readonly string[],
  now: Date,
): Promise<DecidedMessage[]> {
  if (!may(viewer, 'GET /admin/message-reports') || decisionIds.length === 0) return []
  const rows = await db
    .select({
      id: cases.id,
      kind: cases.kind,
      message_id: messages.id,
      decision_id: sql<string>`${cases.decision_id}`,
      text: messages.text,
      created_at: messages.created_at,
    })
    .from(cases)
    .innerJoin(messages, eq(messages.id, cases.message_id))
    .where(and(inArray(cases.decision_id, [...decisionIds]), not(isTheirOwn(viewer.id))))
  const idsOf = (kind: CaseKind, key: 'id' | 'message_id') =>
    rows.filter((row) => row.kind === kind).map((row) => row[key])
  await recordReadings(db, viewer, 'message_report', idsOf('message_report', 'id'), now)
  await recordReadings(db, viewer, 'held_message', idsOf('held_message', 'message_id'), now)
  return rows
}

/** Unlinks cases from the decisions about a deleted account. The decisions stay, without a person. */
export async function forgetDecisionsOn(db: Db, userId: string): Promise<void> {
  const decisionsOfUser = db
    .select({ id: decisions.id })
    .from(decisions)
    .where(eq(decisions.user_id, userId))
  const isAbout = inArray(cases.decision_id, decisionsOfUser)
  await db.delete(cases).where(and(isOfKind('held_message'), isAbout))
  await db.update(cases).set({ decision_id: null }).where(isAbout)
}
