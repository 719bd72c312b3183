import { inArray, sql } from 'drizzle-orm'
import { handOverTransactions } from '#features/lending/conversations/transactions/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { messages } from '../tables.ts'

/** Hands the conversations of a letterbox over to the member of its household who inherits it. */
export async function handOverConversations(
  tx: Db,
  ownerId: string,
  heir: { heirId: string; since: Date },
): Promise<void> {
  const ids = await handOverTransactions(tx, ownerId, heir)
  const heirIfOwner = (side: typeof messages.from_id | typeof messages.to_id) =>
    sql`CASE WHEN ${side} = ${ownerId} THEN ${heir.heirId}::uuid ELSE ${side} END`
  await tx
    .update(messages)
    .set({
      from_id: heirIfOwner(messages.from_id),
      to_id: heirIfOwner(messages.to_id),
      // Request ids are unique per account only.
      request_id: sql`CASE WHEN ${messages.from_id} = ${ownerId} THEN NULL ELSE ${messages.request_id} END`,
    })
    .where(inArray(messages.transaction_id, ids))
}
