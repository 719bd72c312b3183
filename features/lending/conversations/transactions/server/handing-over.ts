import { and, eq, gte, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { messages, transactions } from '../tables.ts'

/**
 * Hands a letterbox's requests over to the heir if they were made since the heir lives there. Older ones stay
 * with the owner they were sent to, and so does what the owner borrowed elsewhere.
 */
export async function handOverConversations(
  tx: Db,
  ownerId: string,
  { heirId, since }: { heirId: string; since: Date },
): Promise<void> {
  const isForHeir = and(
    eq(transactions.lender_id, ownerId),
    gte(transactions.created_at, since),
    // An heir who asked before moving in cannot be both sides.
    or(isNull(transactions.borrower_id), ne(transactions.borrower_id, heirId)),
  )
  const ids = tx.select({ id: transactions.id }).from(transactions).where(isForHeir)
  const heirIfOwner = (side: typeof messages.from_id | typeof messages.to_id) =>
    sql`CASE WHEN ${side} = ${ownerId} THEN ${heirId}::uuid ELSE ${side} END`
  await tx
    .update(messages)
    .set({
      from_id: heirIfOwner(messages.from_id),
      to_id: heirIfOwner(messages.to_id),
      // Request ids are unique per account only.
      request_id: sql`CASE WHEN ${messages.from_id} = ${ownerId} THEN NULL ELSE ${messages.request_id} END`,
    })
    .where(inArray(messages.transaction_id, ids))
  // The heir may have lent the same thing from a letterbox of their own: number the loans as further copies.
  const copiesOfHeir = sql`coalesce((
    SELECT max(other.copy) + 1 FROM transactions other
    WHERE other.renter_id = ${heirId} AND other.item_id = transactions.item_id
      AND other.status IN ('accepted', 'handed_over') AND transactions.status IN ('accepted', 'handed_over')
  ), 0)`
  await tx
    .update(transactions)
    .set({ lender_id: heirId, copy: sql`${transactions.copy} + ${copiesOfHeir}` })
    .where(isForHeir)
}
