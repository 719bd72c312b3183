import { and, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { reports } from '../tables.ts'

/**
 * How long reports of visitors are kept. A visitor cannot ask for the deletion, and nobody needs
 * the e-mail address for longer.
 */
const VISITOR_REPORT_MS = 182 * DAY_MS

/** Deletes what visitors reported, with their addresses, after half a year. */
export async function deleteOldVisitorReports(db: Db, now: Date): Promise<void> {
  const until = new Date(now.getTime() - VISITOR_REPORT_MS)
  await db.delete(reports).where(and(isNull(reports.user_id), lt(reports.created_at, until)))
}

/** How many reports are open, as a column of a query. */
export const countOpenReports = sql<number>`(SELECT count(*)::int FROM ${reports}
  WHERE ${isNull(reports.handled_at)})`
