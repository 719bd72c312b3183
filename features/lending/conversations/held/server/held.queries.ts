import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { isFreeToDecide } from '#features/lending/conversations/who-sees/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type Asking, prepared } from '#platform/server/db/prepared.ts'
import type { Area } from '#platform/shared/areas.ts'

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

const countOfWaiting = (db: Db, which: SQL | undefined) =>
  db
    .select({ count: sql<number>`count(*)::int` })
    .from(messages)
    .innerJoin(transactions, eq(transactions.id, messages.transaction_id))
    .where(and(waits, which))

const selectWaiting = prepared(
  'waiting_messages',
  (db, { moderatorId }: Asking<{ moderatorId: string }>) =>
    countOfWaiting(db, isFreeToDecide({ id: moderatorId, area: null })),
)

/** How many messages wait for this moderator; without an id, for all moderators of the area. */
export async function countWaiting(
  db: Db,
  { id, area }: { id: string | null; area: Area | null },
): Promise<number> {
  const [row] = await (id !== null && area === null
    ? selectWaiting(db, { moderatorId: id })
    : countOfWaiting(db, isFreeToDecide({ id, area })))
  return row?.count ?? 0
}
