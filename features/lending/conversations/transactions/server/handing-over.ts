import { and, eq, gte, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { transactions } from '../tables.ts'

/**
 * Hands a letterbox's requests over to the heir if they were made since the heir lives there. Older ones stay
 * with the owner they were sent to, and so does what the owner borrowed elsewhere.
 * @returns their ids
 */
export async function handOverTransactions(
  tx: Db,
  ownerId: string,
  { heirId, since }: { heirId: string; since: Date },
): Promise<string[]> {
  // The heir may have lent the same thing from a letterbox of their own: number the loans as further copies.
  const copiesOfHeir = sql`coalesce((
    SELECT max(other.copy) + 1 FROM transactions other
    WHERE other.renter_id = ${heirId} AND other.item_id = transactions.item_id
      AND other.status IN ('accepted', 'handed_over') AND transactions.status IN ('accepted', 'handed_over')
  ), 0)`
  const handedOver = await tx
    .update(transactions)
    .set({ lender_id: heirId, copy: sql`${transactions.copy} + ${copiesOfHeir}` })
    .where(
      and(
        eq(transactions.lender_id, ownerId),
        gte(transactions.created_at, since),
        // An heir who asked before moving in cannot be both sides.
        or(isNull(transactions.borrower_id), ne(transactions.borrower_id, heirId)),
      ),
    )
    .returning({ id: transactions.id })
  return handedOver.map(({ id }) => id)
}
