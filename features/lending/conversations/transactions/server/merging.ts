import { and, count, eq, inArray, notInArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isSide } from '#features/lending/conversations/who-sees/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { AccountMerge, MergingAccounts } from '#platform/server/feature.ts'
import { transaction_events, transactions } from '../tables.ts'

/** Whether both accounts lend the same copy on the same day, or both have it out: one letterbox cannot. */
async function isLentTwice(db: Db, { from, into }: MergingAccounts): Promise<boolean> {
  const other = alias(transactions, 'other')
  const running = ['accepted', 'handed_over'] as const
  const [twice] = await db
    .select({ id: transactions.id })
    .from(transactions)
    .innerJoin(
      other,
      and(
        eq(other.item_id, transactions.item_id),
        eq(other.copy, transactions.copy),
        or(
          sql`${other.lent} && ${transactions.lent}`,
          and(eq(other.status, 'handed_over'), eq(transactions.status, 'handed_over')),
        ),
      ),
    )
    .where(
      and(
        eq(transactions.lender_id, from.id),
        eq(other.lender_id, into.id),
        inArray(transactions.status, [...running]),
        inArray(other.status, [...running]),
      ),
    )
    .limit(1)
  return twice !== undefined
}

const isBetween = ({ from, into }: MergingAccounts) =>
  or(
    and(eq(transactions.borrower_id, from.id), eq(transactions.lender_id, into.id)),
    and(eq(transactions.borrower_id, into.id), eq(transactions.lender_id, from.id)),
  )

/** Ids of the conversations between the two accounts, which end when the accounts become one. */
export async function findIdsBetween(db: Db, merging: MergingAccounts): Promise<string[]> {
  const rows = await db.select({ id: transactions.id }).from(transactions).where(isBetween(merging))
  return rows.map(({ id }) => id)
}

/**
 * Moves conversations and loans to the other account, on the same side. A conversation between the two accounts
 * stays with the remaining one and ends, as with any deleted account.
 */
export const transactionMerge: AccountMerge = {
  async refuses(db, merging) {
    return (await isLentTwice(db, merging)) ? 'lent_twice' : null
  },

  async shares(db, merging) {
    const ofBoth = isBetween(merging)
    const [all] = await db
      .select({ total: count() })
      .from(transactions)
      .where(isSide(merging.from.id))
    const [between] = await db.select({ total: count() }).from(transactions).where(ofBoth)
    const ends = between?.total ?? 0
    return [{ what: 'conversations', moves: (all?.total ?? 0) - ends, ends }]
  },

  async move(tx, _deps, merging) {
    const { from, into } = merging
    // Ids of asks are unique per account only.
    await tx.execute(sql`
      UPDATE ${transactions} SET ask_id = NULL
      WHERE borrower_id = ${from.id} AND ask_id IN (
        SELECT ask_id FROM ${transactions} WHERE borrower_id = ${into.id})`)
    const ended = await findIdsBetween(tx, merging)
    for (const side of ['borrower_id', 'lender_id'] as const) {
      await tx
        .update(transactions)
        .set({ [side]: into.id })
        .where(and(eq(transactions[side], from.id), notInArray(transactions.id, ended)))
    }
    await tx
      .update(transaction_events)
      .set({ by_id: into.id })
      .where(
        and(
          eq(transaction_events.by_id, from.id),
          notInArray(transaction_events.transaction_id, ended),
        ),
      )
  },
}
