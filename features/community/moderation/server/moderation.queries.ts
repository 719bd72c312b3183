import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { cases } from '../tables.ts'
import { isOfKind, isOpen } from './admin/cases.queries.ts'

/**
 * Retention of visitors' reports, who cannot ask for their deletion and whose address is not needed for longer, and of
 * settled reports of messages, when questions about them are no longer expected.
 */
const KEPT_MS = 182 * DAY_MS

export async function deleteOldCases(db: Db, now: Date): Promise<void> {
  const until = new Date(now.getTime() - KEPT_MS)
  await db
    .delete(cases)
    .where(
      or(
        and(isOfKind('report'), isNull(cases.user_id), lt(cases.created_at, until)),
        and(isOfKind('message_report'), lt(cases.handled_at, until)),
      ),
    )
}

/** What an account reported or wrote to the staff, and what was reported about it. */
export async function countCasesOfAccount(
  db: Db,
  { userId, letterboxId }: { userId: string; letterboxId: string | null },
) {
  const isTheirs = eq(cases.user_id, userId)
  const isAboutLetterbox = and(isOpen('report'), sql`${cases.letterbox_id} = ${letterboxId}`)
  const [written] = await db
    .select({
      reports_made: sql<number>`(count(*) FILTER (WHERE ${and(isTheirs, isOfKind('report'))}))::int`,
      feedback: sql<number>`(count(*) FILTER (WHERE ${and(isTheirs, isOfKind('feedback'))}))::int`,
      open_reports: sql<number>`(count(*) FILTER (WHERE ${isAboutLetterbox}))::int`,
    })
    .from(cases)
    .where(or(isTheirs, isAboutLetterbox))
  const [aboutMessages] = await db
    .select({
      all: sql<number>`count(*)::int`,
      open: sql<number>`(count(*) FILTER (WHERE ${cases.handled_at} IS NULL))::int`,
    })
    .from(cases)
    .innerJoin(messages, eq(messages.id, cases.message_id))
    .where(and(isOfKind('message_report'), eq(messages.author_id, userId)))
  return {
    reports_made: written?.reports_made ?? 0,
    feedback: written?.feedback ?? 0,
    open_reports: written?.open_reports ?? 0,
    reported_messages: aboutMessages ?? { all: 0, open: 0 },
  }
}
