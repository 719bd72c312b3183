import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { type Asking, type InSql, prepared } from '#platform/server/db/prepared.ts'
import { messages, transactions } from '../../tables.ts'
import { isOfOwn } from '../who-sees.ts'

/**
 * Messages that a moderator can still decide about. Withdrawn requests, and conversations that lost a side, are
 * excluded.
 */
export const waits = and(
  isNotNull(messages.held_at),
  isNotNull(messages.held_for),
  isNull(messages.refused_at),
  isNull(transactions.closed_at),
  isNotNull(transactions.borrower_id),
  isNotNull(transactions.lender_id),
  or(isNull(transactions.held_at), eq(transactions.status, 'requested')),
)

/** Moderators cannot decide about their own conversations. */
export const isFreeToDecide = (moderatorId: InSql<string>): SQL =>
  sql`${isOfOwn(moderatorId)} IS NOT TRUE`

const countOfWaiting = (db: Db, which?: SQL) =>
  db
    .select({ count: sql<number>`count(*)::int` })
    .from(messages)
    .innerJoin(transactions, eq(transactions.id, messages.transaction_id))
    .where(and(waits, which))

const selectWaiting = prepared(
  'waiting_messages',
  (db, { moderatorId }: Asking<{ moderatorId: string }>) =>
    countOfWaiting(db, isFreeToDecide(moderatorId)),
)

/** How many messages wait for a moderator: in total, or for this one. */
export async function countWaiting(db: Db, moderatorId: string | null = null): Promise<number> {
  const [row] = await (moderatorId === null
    ? countOfWaiting(db)
    : selectWaiting(db, { moderatorId }))
  return row?.count ?? 0
}
