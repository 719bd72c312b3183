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
import { may } from '#platform/shared/task-matrix.ts'
import type {
  AdminReport,
  AdminReportRow,
  adminReportsApi,
  InboxCounts,
} from '../../contract.admin.ts'
import { reports } from '../../tables.ts'
import { assignee, findHandling, inboxListing, presentRow, rowColumns } from './cases.queries.ts'

const reporter = alias(users, 'reporter')
const address = sql<string>`${letterboxes.address} || ', ' || ${letterboxes.postcode} || ' ' || ${letterboxes.city}`

/** Must match the expression of the index on letterboxes, or the index is not used. */
const searchedAddress = sql`${letterboxes.address} || ' ' || coalesce(${letterboxes.address_addition}, '') || ' ' || ${letterboxes.postcode} || ' ' || ${letterboxes.city}`

/**
 * A report names its author, so moderators do not see reports about their own letterbox. Administrators do, since
 * otherwise there might be no one to handle them.
 */
const seesAll = (viewer: Viewer) => may(viewer, 'report.own_letterbox')

const isOnOwn = (viewerId: InSql<string>): SQL =>
  sql`${reports.letterbox_id} IN (SELECT ${letterboxes.id} FROM ${letterboxes} WHERE ${managedBy(viewerId)})`

const forEyesOf = (viewer: Viewer): SQL | undefined =>
  seesAll(viewer) ? undefined : not(isOnOwn(viewer.id))

/** The text whose first line a list shows. Many reports only have a title. */
const wrote = sql`CASE WHEN ${reports.message} = '' THEN ${reports.title} ELSE ${reports.message} END`
/** Must match the expression of the index on reports. */
const searchedText = sql`${reports.title} || ' ' || ${reports.message}`

/** Found by text or letterbox. Two subqueries with an index each, because one condition with OR would use neither. */
const isFoundBy = (text: string): SQL =>
  sql`${reports.id} IN (
    SELECT ${reports.id} FROM ${reports} WHERE ${holds(searchedText, text)}
    UNION SELECT ${reports.id} FROM ${reports} WHERE ${reports.letterbox_id} IN (
      SELECT ${letterboxes.id} FROM ${letterboxes} WHERE ${holds(searchedAddress, text)}))`

const rowFields = {
  ...rowColumns(reports, 'report', wrote),
  type: reports.type,
  repeats: reports.repeats,
  letterbox: {
    id: letterboxes.id,
    address,
    open_reports: sql<number>`(SELECT count(*)::int FROM reports same
      WHERE same.letterbox_id = ${letterboxes.id} AND same.handled_at IS NULL)`,
  },
}

type Stored = Parameters<typeof presentRow>[0] & Pick<AdminReport, 'type' | 'repeats' | 'letterbox'>

const presentReportRow = (row: Stored): AdminReportRow => ({
  type: row.type,
  repeats: row.repeats,
  letterbox: row.letterbox,
  ...presentRow(row),
})

interface ReportFilter {
  text: string | undefined
  letterbox_id: string | undefined
  user_id: string | undefined
}

const listReports = inboxListing(reports, {
  isMatch: ({ text, letterbox_id, user_id }: ReportFilter) =>
    and(
      text ? isFoundBy(text) : undefined,
      letterbox_id ? eq(reports.letterbox_id, letterbox_id) : undefined,
      user_id ? eq(reports.user_id, user_id) : undefined,
    ),
  hiddenFrom: isOnOwn,
  read: (db, isOnPage, order) =>
    db
      .select(rowFields)
      .from(reports)
      .innerJoin(letterboxes, eq(letterboxes.id, reports.letterbox_id))
      .leftJoin(assignee, eq(assignee.id, reports.assignee_id))
      .where(isOnPage)
      .orderBy(...order),
})

/** One page of reports, and the count of each state. */
export async function searchReports(
  db: Db,
  viewer: Viewer,
  { state, page, size, search, letterbox_id, user_id }: z.output<typeof adminReportsApi.list.query>,
): Promise<{ rows: AdminReportRow[]; total: number; counts: InboxCounts }> {
  const eyes = { id: viewer.id, seesAll: seesAll(viewer) }
  const filter = { text: search.trim() || undefined, letterbox_id, user_id }
  const found = await listReports(db, eyes, { state, page, size }, filter)
  return { ...found, rows: found.rows.map(presentReportRow) }
}

/** One report with all details; null if it does not exist for this viewer. */
export async function findReport(db: Db, viewer: Viewer, id: string): Promise<AdminReport | null> {
  const [row] = await db
    .select({
      ...rowFields,
      title: reports.title,
      message: reports.message,
      name: reports.name,
      email: reports.email,
      lang: reports.lang,
      reporter: { id: reporter.id, name: reporter.firstname },
    })
    .from(reports)
    .innerJoin(letterboxes, eq(letterboxes.id, reports.letterbox_id))
    .leftJoin(assignee, eq(assignee.id, reports.assignee_id))
    .leftJoin(reporter, eq(reporter.id, reports.user_id))
    .where(and(eq(reports.id, id), forEyesOf(viewer)))
  if (!row) return null
  const { title, message, name, email, lang } = row
  const handling = await findHandling(db, reports, 'report', viewer, id)
  return {
    ...presentReportRow(row),
    title,
    message,
    name,
    email,
    lang,
    reporter: row.reporter,
    ...handling,
  }
}
