import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { users } from '#platform/server/identity/tables.ts'
import { SECOND_MS } from '#platform/shared/durations.ts'
import type { Limits } from '#platform/shared/settings/limits.ts'
import { ALLOWANCE_MS, type Allowance, allowanceOf, roomFrom } from './allowance.rules.ts'

/** More conversations than any allowance permits in a week. */
const MOST_ASKED = 500

/** How many conversations a user may start now. */
export async function findAllowance(
  db: Db,
  limits: Limits,
  userId: string,
  now: Date,
): Promise<Allowance> {
  const [account] = await db
    .select({ created_at: users.created_at })
    .from(users)
    .where(eq(users.id, userId))
  if (!account) throw new AppError('unauthorized')
  return allowanceOf(limits, await findBegunConversations(db, userId, now), account.created_at, now)
}

const selectBegun = (db: Db, { borrowerId, since }: { borrowerId: string; since: Date }) =>
  db
    .select({
      at: transactions.created_at,
      answered: sql<boolean>`${transactions.answered_at} IS NOT NULL`,
    })
    .from(transactions)
    .where(
      and(
        eq(transactions.borrower_id, borrowerId),
        // No transaction is created after its last activity, so this bounds the index scan.
        gt(transactions.updated_at, since),
        gt(transactions.created_at, since),
      ),
    )
    .orderBy(desc(transactions.created_at))
    .limit(MOST_ASKED)

/** The conversations that a borrower started and that still count. */
async function findBegunConversations(db: Db, borrowerId: string, now: Date) {
  return selectBegun(db, { borrowerId, since: new Date(now.getTime() - ALLOWANCE_MS) })
}

/**
 * @param newRequests number of letterboxes that will be asked at once
 * @throws {AppError} asked_too_many with the time after which there is room.
 */
export async function checkAllowance(
  db: Db,
  limits: Limits,
  borrower: { id: string; created_at: Date },
  newRequests: number,
  now: Date,
): Promise<void> {
  const begunConversations = await findBegunConversations(db, borrower.id, now)
  const waitMs =
    roomFrom(limits, begunConversations, borrower.created_at, newRequests, now).getTime() -
    now.getTime()
  if (waitMs > 0)
    throw new AppError('asked_too_many', { retryAfter: Math.ceil(waitMs / SECOND_MS) })
}
