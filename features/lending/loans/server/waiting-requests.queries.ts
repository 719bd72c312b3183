import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import type { Db } from '#platform/server/db/client.ts'

const wantedAt = sql`(SELECT max(at) FROM transaction_events
  WHERE transaction_id = transactions.id AND status = 'requested')`

/** The columns that decide how urgent a request is. */
export const waitingRequestColumns = {
  id: transactions.id,
  // A thing that was fetched already has no day by which an answer is needed.
  wanted_from: sql<string | null>`CASE WHEN ${transactions.in_words} IS DISTINCT FROM 'fetched'
    THEN ${transactions.wanted_from} END`.mapWith(transactions.wanted_from),
  wanted_until: transactions.wanted_until,
  dates_by: transactions.dates_by,
  answered_at: transactions.answered_at,
  written_at: transactions.written_at,
  updated_at: transactions.updated_at,
  wanted_at: sql<Date>`coalesce(${wantedAt}, transactions.created_at)`.mapWith(
    transactions.created_at,
  ),
  borrower_wrote_at: sql<Date | null>`(SELECT max(created_at) FROM messages
    WHERE transaction_id = transactions.id AND from_id = transactions.borrower_id
      AND held_at IS NULL AND NOT automatic AND created_at > ${wantedAt})`.mapWith(
    transactions.created_at,
  ),
}

/** The columns that decide how urgent a proposed change of days is; `asked_at` is null if there is none. */
export const daysQuestionColumns = {
  asked_at: sql<Date | null>`(SELECT max(at) FROM transaction_events
    WHERE transaction_id = transactions.id AND reason = 'days_asked')`.mapWith(
    transactions.created_at,
  ),
  handover_at: transactions.handover_at,
  return_by: transactions.return_by,
  asked_handover_at: transactions.asked_handover_at,
  asked_return_by: transactions.asked_return_by,
}

/** Transactions in which a side waits for an answer to a proposed change of days. */
export const asksForDays = and(
  inArray(transactions.status, ['accepted', 'handed_over']),
  isNotNull(transactions.days_asked_by),
)

/** All proposed changes of days, oldest transactions first, without closed conversations. */
export function findDaysQuestions(db: Db) {
  return db
    .select({ id: transactions.id, ...daysQuestionColumns })
    .from(transactions)
    .where(and(asksForDays, isNull(transactions.closed_at)))
    .orderBy(asc(transactions.created_at))
}

/**
 * All requests that wait for a yes, oldest first. One that waits for a moderator starts only when it is
 * delivered.
 * @param id only this request, if it is pending
 */
export function findWaitingRequests(db: Db, id?: string) {
  return db
    .select(waitingRequestColumns)
    .from(transactions)
    .where(
      and(
        eq(transactions.status, 'requested'),
        isNull(transactions.held_at),
        id ? eq(transactions.id, id) : undefined,
      ),
    )
    .orderBy(asc(transactions.created_at))
}
