import { and, asc, eq, isNull } from 'drizzle-orm'
import { transactions } from '#features/transactions/tables.ts'
import type { Db } from '#platform/server/db/client.ts'

/** What decides how urgent a request is. */
export const waitingRequestColumns = {
  id: transactions.id,
  created_at: transactions.created_at,
  wanted_from: transactions.wanted_from,
  wanted_until: transactions.wanted_until,
  answered_at: transactions.answered_at,
  updated_at: transactions.updated_at,
}

/**
 * All requests that wait for a yes, the oldest first. One that waits for a moderator begins only when it is
 * delivered.
 */
export function findWaitingRequests(db: Db) {
  return db
    .select(waitingRequestColumns)
    .from(transactions)
    .where(and(eq(transactions.status, 'requested'), isNull(transactions.held_at)))
    .orderBy(asc(transactions.created_at))
}
