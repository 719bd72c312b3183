import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { reports } from '../tables.ts'

/**
 * Retention of visitors' reports. A visitor cannot ask for their deletion, and the e-mail address is not needed for
 * longer.
 */
const VISITOR_REPORT_MS = 182 * DAY_MS

/** Deletes reports of visitors, with their addresses, after half a year. */
export async function deleteOldVisitorReports(db: Db, now: Date): Promise<void> {
  const until = new Date(now.getTime() - VISITOR_REPORT_MS)
  await db.delete(reports).where(and(isNull(reports.user_id), lt(reports.created_at, until)))
}

/** Count of open reports, as a column of a query. */
export const countOpenReports = sql<number>`(SELECT count(*)::int FROM ${reports}
  WHERE ${isNull(reports.handled_at)})`

/** How many reports an account made, and how many are open about its letterbox. */
export async function countReportsOfAccount(
  db: Db,
  { userId, letterboxId }: { userId: string; letterboxId: string | null },
): Promise<{ reports_made: number; open_reports: number }> {
  const isTheirs = eq(reports.user_id, userId)
  const isAbout = letterboxId === null ? sql`false` : eq(reports.letterbox_id, letterboxId)
  const isWaiting = and(isAbout, isNull(reports.handled_at))
  const [counts] = await db
    .select({
      reports_made: sql<number>`(count(*) FILTER (WHERE ${isTheirs}))::int`,
      open_reports: sql<number>`(count(*) FILTER (WHERE ${isWaiting}))::int`,
    })
    .from(reports)
    .where(or(isTheirs, isWaiting))
  return counts ?? { reports_made: 0, open_reports: 0 }
}
