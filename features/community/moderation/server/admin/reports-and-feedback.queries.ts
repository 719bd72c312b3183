import { and, eq, not, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { managedBy } from '#features/places/letterboxes/members/server/door.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { InSql } from '#platform/server/db/prepared.ts'
import { holds } from '#platform/server/db/text-search.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { users } from '#platform/server/identity/tables.ts'
import { inArea } from '#platform/server/identity/tasks.queries.ts'
import type { Area } from '#platform/shared/areas.ts'
import { may } from '#platform/shared/task-matrix.ts'
import type { CaseKind } from '../../case-kinds.ts'
import type {
  AdminFeedback,
  AdminFeedbackRow,
  AdminReport,
  AdminReportRow,
  adminFeedbackApi,
  adminReportsApi,
} from '../../contract.admin.ts'
import { cases } from '../../tables.ts'
import {
  assignee,
  caseListing,
  findHandling,
  isOfKind,
  isOpen,
  presentRow,
  rowColumns,
  searchedText,
} from './cases.queries.ts'

const author = alias(users, 'author')
const address = sql<string>`${letterboxes.address} || ', ' || ${letterboxes.postcode} || ' ' || ${letterboxes.city}`

/** Must match the expression of the index on letterboxes, or the index is not used. */
const searchedAddress = sql`${letterboxes.address} || ' ' || coalesce(${letterboxes.address_addition}, '') || ' ' || ${letterboxes.postcode} || ' ' || ${letterboxes.city}`

/**
 * A report names its author, so moderators do not see reports about their own letterbox. Administrators do, since
 * otherwise there might be no one to handle them.
 */
const seesAll = (viewer: Viewer) => may(viewer, 'report.own_letterbox')

const isOnOwn = (viewerId: InSql<string>): SQL =>
  sql`${cases.letterbox_id} IN (SELECT ${letterboxes.id} FROM ${letterboxes} WHERE ${managedBy(viewerId)})`

/** A report is where its letterbox is. */
function isInArea(viewer: { area: Area | null }): SQL | undefined {
  const within = inArea(viewer, letterboxes)
  return (
    within &&
    sql`EXISTS (SELECT FROM ${letterboxes} WHERE ${letterboxes.id} = ${cases.letterbox_id} AND ${within})`
  )
}

/** Count of the open reports of letterboxes that a viewer sees, as a column of a query. */
export const countOpenReports = (viewer: { area: Area | null }) =>
  sql<number>`(SELECT count(*)::int FROM ${cases} WHERE ${and(isOpen('report'), isInArea(viewer))})`

/** Found by text or `also`. Two subqueries with an index each, because one condition with OR would use neither. */
const isFoundBy = (kind: CaseKind, text: string, also: SQL): SQL =>
  sql`${cases.id} IN (
    SELECT ${cases.id} FROM ${cases} WHERE ${isOfKind(kind)} AND ${holds(searchedText, text)}
    UNION SELECT ${cases.id} FROM ${cases} WHERE ${isOfKind(kind)} AND ${also})`

/** Everything about the cases, of which lists show a part. */
const selectCases = (db: Db, which: SQL | undefined) =>
  db
    .select({
      ...rowColumns,
      type: cases.type,
      title: cases.title,
      text: cases.text,
      name: cases.name,
      email: cases.email,
      lang: cases.lang,
      repeats: cases.repeats,
      author: { id: author.id, name: author.firstname, email: author.email, lang: author.lang },
      letterbox: {
        id: letterboxes.id,
        address,
        open_reports: sql<number>`(SELECT count(*)::int FROM ${cases} same WHERE same.kind = 'report'
          AND same.letterbox_id = ${letterboxes.id} AND same.handled_at IS NULL)`,
      },
    })
    .from(cases)
    .leftJoin(letterboxes, eq(letterboxes.id, cases.letterbox_id))
    .leftJoin(author, eq(author.id, cases.user_id))
    .leftJoin(assignee, eq(assignee.id, cases.assignee_id))
    .where(which)

type Stored = Awaited<ReturnType<typeof selectCases>>[number]

/** A check of the table guarantees that the case has it. */
function present<T>(part: T | null): T {
  if (part === null) throw new Error('Unexpected case without what it is about')
  return part
}

const presentReport = (row: Stored): AdminReportRow => ({
  ...presentRow(row),
  type: row.type as AdminReportRow['type'],
  repeats: row.repeats,
  letterbox: present(row.letterbox),
})

function presentFeedback(row: Stored): AdminFeedbackRow {
  const { id, name } = present(row.author)
  return { ...presentRow(row), type: row.type as AdminFeedbackRow['type'], author: { id, name } }
}

const read = (db: Db, isOnPage: SQL, order: SQL[]) => selectCases(db, isOnPage).orderBy(...order)

type ReportQuery = z.output<typeof adminReportsApi.list.query>
type FeedbackQuery = z.output<typeof adminFeedbackApi.list.query>

const listReports = caseListing('report', {
  isMatch: ({ search, letterbox_id, user_id }: ReportQuery) =>
    and(
      search.trim()
        ? isFoundBy(
            'report',
            search.trim(),
            sql`${cases.letterbox_id} IN (
              SELECT ${letterboxes.id} FROM ${letterboxes} WHERE ${holds(searchedAddress, search.trim())})`,
          )
        : undefined,
      letterbox_id ? eq(cases.letterbox_id, letterbox_id) : undefined,
      user_id ? eq(cases.user_id, user_id) : undefined,
    ),
  hiddenFrom: isOnOwn,
  isInArea,
  read,
})

const listFeedback = caseListing('feedback', {
  isMatch: ({ search, type, user_id }: FeedbackQuery) =>
    and(
      search.trim()
        ? isFoundBy(
            'feedback',
            search.trim(),
            sql`${cases.user_id} IN (
              SELECT ${users.id} FROM ${users} WHERE ${holds(users.firstname, search.trim())})`,
          )
        : undefined,
      type ? eq(cases.type, type) : undefined,
      user_id ? eq(cases.user_id, user_id) : undefined,
    ),
  read,
})

/** One page of reports, and the count of each state. */
export async function searchReports(db: Db, viewer: Viewer, query: ReportQuery) {
  const eyes = { id: viewer.id, area: viewer.area, seesAll: seesAll(viewer) }
  const page = await listReports(db, eyes, query, query)
  return { ...page, rows: page.rows.map(presentReport) }
}

/** One page of feedback, and the count of each state. */
export async function searchFeedback(db: Db, viewer: Viewer, query: FeedbackQuery) {
  const eyes = { id: viewer.id, area: viewer.area, seesAll: true }
  const page = await listFeedback(db, eyes, query, query)
  return { ...page, rows: page.rows.map(presentFeedback) }
}

/** One report with all details; null if it does not exist for this viewer. */
export async function findReport(db: Db, viewer: Viewer, id: string): Promise<AdminReport | null> {
  const isShown = seesAll(viewer) ? undefined : not(isOnOwn(viewer.id))
  const isTheReport = and(eq(cases.id, id), isOfKind('report'))
  const [row] = await selectCases(db, and(isTheReport, isShown, isInArea(viewer)))
  if (!row) return null
  const { title, text, name, email, lang, author } = row
  return {
    ...presentReport(row),
    title,
    message: text,
    name,
    email,
    lang: present(lang),
    reporter: author && { id: author.id, name: author.name },
    ...(await findHandling(db, 'report', viewer, id)),
  }
}

/** One feedback with all details; null if it does not exist. */
export async function findFeedback(
  db: Db,
  viewer: Viewer,
  id: string,
): Promise<AdminFeedback | null> {
  const [row] = await selectCases(db, and(eq(cases.id, id), isOfKind('feedback')))
  if (!row) return null
  const { email, lang } = present(row.author)
  return {
    ...presentFeedback(row),
    content: row.text,
    email,
    lang,
    ...(await findHandling(db, 'feedback', viewer, id)),
  }
}
