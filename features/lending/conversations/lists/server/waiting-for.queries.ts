import { and, eq, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { reached } from '#features/lending/conversations/messages/server/door.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { hasUnseenNews, unseen } from '#features/lending/conversations/views/server/door.ts'
import { transaction_views } from '#features/lending/conversations/views/tables.ts'
import {
  isSeenBy,
  type Speaker,
  type SpeakerValues,
  speakerIn,
  valuesOf,
  viewersRole,
  viewersSide,
} from '#features/lending/conversations/who-sees/server/door.ts'
import type { CommunityMoment } from '#platform/server/community-day.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type Asking, type InSql, prepared } from '#platform/server/db/prepared.ts'

interface MomentInSql {
  now: SQLWrapper
  today: SQLWrapper
}

/** Whether the last activity is a message of the other side that no program wrote. */
const isLastWordTheirs = (viewerId: InSql<string>) => sql`EXISTS (
  SELECT FROM (
    SELECT from_id, created_at FROM messages
    WHERE transaction_id = ${transactions.id} AND NOT automatic AND ${reached(viewerId)}
    ORDER BY created_at DESC, id DESC LIMIT 1
  ) last
  WHERE last.from_id IS DISTINCT FROM ${viewersSide(viewerId)} AND NOT EXISTS (
    SELECT FROM transaction_events later
    WHERE later.transaction_id = ${transactions.id} AND later.at > last.created_at)
)`

/** Whether the other side asks to change the days of an agreed or handed-over loan. */
const isAskedForDays = (viewerId: InSql<string>) => sql`(
  ${transactions.status} IN ('accepted', 'handed_over')
  AND ${transactions.days_asked_by} <> ${viewersRole(viewerId)})`

/** `asked_from` of `fetchPlan`. */
const fetchingAskedFrom = sql`least(lower(${transactions.lent}) + 3, greatest(
  lower(${transactions.lent}) + 1, coalesce(${transactions.return_by}, lower(${transactions.lent}) + 3)))`

/**
 * Whether a viewer who speaks for a side has the next step in the current transaction: the rules of `waitsFor` in
 * SQL.
 */
export const isWaitingFor = (viewerId: InSql<string>, { now, today }: MomentInSql): SQL => sql`(
  EXISTS (SELECT FROM messages WHERE ${unseen(viewerId)})
  OR ${hasUnseenNews(viewerId)}
  OR ${transactions.closed_at} IS NULL AND CASE WHEN ${isAskedForDays(viewerId)} THEN true ELSE CASE ${transactions.status}
    WHEN 'requested' THEN ${transactions.dates_by} <> ${viewersRole(viewerId)}
      OR ${isLastWordTheirs(viewerId)}
    WHEN 'accepted' THEN ${fetchingAskedFrom} <= ${today}::date
      OR ${transactions.handover_at} <= ${now}::timestamptz
    WHEN 'handed_over' THEN ${transactions.return_by} < ${today}::date
      + CASE ${viewersRole(viewerId)} WHEN 'borrower' THEN 1 ELSE 0 END
    ELSE false END END
)`

interface Counting extends SpeakerValues {
  now: Date
  today: string
}

const selectCount = prepared('waiting_transactions', (db, values: Asking<Counting>) => {
  const { viewerId } = values
  return db
    .select({ count: sql<number>`count(*)::int` })
    .from(transactions)
    .leftJoin(
      transaction_views,
      and(
        eq(transaction_views.transaction_id, transactions.id),
        eq(transaction_views.user_id, viewerId),
      ),
    )
    .where(
      and(
        isSeenBy(speakerIn(values)),
        not(sql`coalesce(${transaction_views.archived}, false)`),
        isWaitingFor(viewerId, values),
      ),
    )
})

/** In how many conversations the viewer has the next step, without archived ones. */
export async function countWaitingFor(
  db: Db,
  viewer: Speaker,
  { now, today }: CommunityMoment,
): Promise<number> {
  const [row] = await selectCount(db, { now, today, ...valuesOf(viewer) })
  return row?.count ?? 0
}
