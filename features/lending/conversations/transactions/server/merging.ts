import { and, count, eq, inArray, notInArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#platform/server/db/client.ts'
import type { AccountMerge, MergingAccounts } from '#platform/server/feature.ts'
import {
  held_replies,
  message_quotations,
  messages,
  transaction_events,
  transaction_thanks,
  transaction_views,
  transactions,
} from '../tables.ts'
import { isSide } from './who-sees.ts'

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

/** Keeps ids that are unique only within an account unique after the merge. */
async function keepNumbersUnique(tx: Db, { from, into }: MergingAccounts): Promise<void> {
  await tx.execute(sql`
    UPDATE ${messages} SET request_id = NULL
    WHERE from_id = ${from.id} AND request_id IN (
      SELECT request_id FROM ${messages} WHERE from_id = ${into.id})`)
  await tx.execute(sql`
    UPDATE ${transactions} SET ask_id = NULL
    WHERE borrower_id = ${from.id} AND ask_id IN (
      SELECT ask_id FROM ${transactions} WHERE borrower_id = ${into.id})`)
}

/** Both accounts may have a view of the same conversation if they were in one household. */
async function moveViews(tx: Db, { from, into }: MergingAccounts): Promise<void> {
  await tx.execute(sql`
    UPDATE ${transaction_views} SET user_id = ${into.id}
    WHERE user_id = ${from.id} AND transaction_id NOT IN (
      SELECT transaction_id FROM ${transaction_views} WHERE user_id = ${into.id})`)
}

const isBetween = ({ from, into }: MergingAccounts) =>
  or(
    and(eq(transactions.borrower_id, from.id), eq(transactions.lender_id, into.id)),
    and(eq(transactions.borrower_id, into.id), eq(transactions.lender_id, from.id)),
  )

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
    await keepNumbersUnique(tx, merging)
    await moveViews(tx, merging)
    const between = await tx
      .select({ id: transactions.id })
      .from(transactions)
      .where(isBetween(merging))
    const ended = between.map(({ id }) => id)
    const side = { borrower_id: into.id }
    await tx
      .update(transactions)
      .set(side)
      .where(and(eq(transactions.borrower_id, from.id), notInArray(transactions.id, ended)))
    const lender = { lender_id: into.id }
    await tx
      .update(transactions)
      .set(lender)
      .where(and(eq(transactions.lender_id, from.id), notInArray(transactions.id, ended)))
    const goesOn = notInArray(messages.transaction_id, ended)
    const sender = { from_id: into.id }
    await tx
      .update(messages)
      .set(sender)
      .where(and(eq(messages.from_id, from.id), goesOn))
    const recipient = { to_id: into.id }
    await tx
      .update(messages)
      .set(recipient)
      .where(and(eq(messages.to_id, from.id), goesOn))
    const author = { author_id: into.id }
    await tx
      .update(messages)
      .set(author)
      .where(and(eq(messages.author_id, from.id), goesOn))
    await tx.update(message_quotations).set(author).where(eq(message_quotations.author_id, from.id))
    await tx.update(held_replies).set({ user_id: into.id }).where(eq(held_replies.user_id, from.id))
    const by = { by_id: into.id }
    await tx
      .update(transaction_events)
      .set(by)
      .where(
        and(
          eq(transaction_events.by_id, from.id),
          notInArray(transaction_events.transaction_id, ended),
        ),
      )
    const thanksGoOn = notInArray(transaction_thanks.transaction_id, ended)
    await tx
      .update(transaction_thanks)
      .set(by)
      .where(and(eq(transaction_thanks.by_id, from.id), thanksGoOn))
    const to = { to_id: into.id }
    await tx
      .update(transaction_thanks)
      .set(to)
      .where(and(eq(transaction_thanks.to_id, from.id), thanksGoOn))
  },
}
