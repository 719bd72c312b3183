import { and, eq, notInArray, sql } from 'drizzle-orm'
import { findIdsBetween } from '#features/lending/conversations/transactions/server/door.ts'
import type { AccountMerge } from '#platform/server/feature.ts'
import { held_replies, message_quotations, messages } from '../tables.ts'

/** Moves the messages of an account. Those of conversations between the two accounts stay, as those end. */
export const messageMerge: AccountMerge = {
  async move(tx, _deps, { from, into }) {
    // Request ids are unique per account only.
    await tx.execute(sql`
      UPDATE ${messages} SET request_id = NULL
      WHERE from_id = ${from.id} AND request_id IN (
        SELECT request_id FROM ${messages} WHERE from_id = ${into.id})`)
    const goesOn = notInArray(messages.transaction_id, await findIdsBetween(tx, { from, into }))
    for (const role of ['from_id', 'to_id', 'author_id'] as const) {
      await tx
        .update(messages)
        .set({ [role]: into.id })
        .where(and(eq(messages[role], from.id), goesOn))
    }
    await tx
      .update(message_quotations)
      .set({ author_id: into.id })
      .where(eq(message_quotations.author_id, from.id))
    await tx.update(held_replies).set({ user_id: into.id }).where(eq(held_replies.user_id, from.id))
  },
}
