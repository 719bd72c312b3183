import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { LoanSide } from '#features/lending/conversations/transactions/loan-steps.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { isFreeToDecide } from '#features/lending/conversations/who-sees/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type Asking, prepared } from '#platform/server/db/prepared.ts'
import type { Area } from '#platform/shared/areas.ts'
import { transaction_thanks } from '../tables.ts'

/** Whether either side has said thank you. */
export async function isThankedFor(db: Db, transactionId: string): Promise<boolean> {
  const thanks = await db
    .select({ side: transaction_thanks.side })
    .from(transaction_thanks)
    .where(eq(transaction_thanks.transaction_id, transactionId))
  return thanks.length > 0
}

/** Thanks that a moderator can still decide about; needs a join with the transactions. */
export const thanksWait = and(isNotNull(transaction_thanks.held_at), isNull(transactions.closed_at))

const countOfWaiting = (db: Db, which: SQL | undefined) =>
  db
    .select({ count: sql<number>`count(*)::int` })
    .from(transaction_thanks)
    .innerJoin(transactions, eq(transactions.id, transaction_thanks.transaction_id))
    .where(and(thanksWait, which))

const selectWaiting = prepared(
  'waiting_thanks',
  (db, { moderatorId }: Asking<{ moderatorId: string }>) =>
    countOfWaiting(db, isFreeToDecide({ id: moderatorId, area: null })),
)

/** How many thanks wait for this moderator; without an id, for all moderators of the area. */
export async function countWaitingThanks(
  db: Db,
  { id, area }: { id: string | null; area: Area | null },
): Promise<number> {
  const [row] = await (id !== null && area === null
    ? selectWaiting(db, { moderatorId: id })
    : countOfWaiting(db, isFreeToDecide({ id, area })))
  return row?.count ?? 0
}

/** Publishes a waiting thank-you, or keeps it between the two sides. @returns whether it still waited */
export async function settleThanks(
  db: Db,
  { transaction_id, side, shown }: { transaction_id: string; side: LoanSide; shown: boolean },
): Promise<boolean> {
  const settled = await db
    .update(transaction_thanks)
    .set({ shown, held_at: null })
    .where(
      and(
        eq(transaction_thanks.transaction_id, transaction_id),
        eq(transaction_thanks.side, side),
        isNotNull(transaction_thanks.held_at),
      ),
    )
    .returning({ side: transaction_thanks.side })
  return settled.length > 0
}
