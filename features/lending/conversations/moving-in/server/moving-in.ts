import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import {
  type TransactionRow,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import { transaction_views } from '#features/lending/conversations/views/tables.ts'
import type { Db } from '#platform/server/db/client.ts'

// What the import of a whole site writes: see features/community/moving.

export interface MovedConversation {
  id: string
  item_id: number
  borrower_id: string | null
  lender_id: string | null
  created_at: Date
}

/** Stores conversations that have ended, so that nothing in them expires or reminds anyone. */
export async function storeMovedConversations(db: Db, rows: MovedConversation[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insert(transactions)
    .values(rows.map((row) => ({ ...row, status: 'expired' as const, updated_at: row.created_at })))
}

export const findConversations = (
  db: Db,
  ids: readonly string[],
): Promise<Pick<TransactionRow, 'id' | 'item_id' | 'borrower_id' | 'lender_id'>[]> =>
  db
    .select({
      id: transactions.id,
      item_id: transactions.item_id,
      borrower_id: transactions.borrower_id,
      lender_id: transactions.lender_id,
    })
    .from(transactions)
    .where(inArray(transactions.id, [...ids]))

/** Conversations of these borrowers among some. */
export const findConversationsOf = (db: Db, borrowers: readonly string[], isMeant: SQL) =>
  db
    .select({
      id: transactions.id,
      item_id: transactions.item_id,
      borrower_id: transactions.borrower_id,
      lender_id: transactions.lender_id,
    })
    .from(transactions)
    .where(and(inArray(transactions.borrower_id, [...borrowers]), isMeant))

export async function storeMovedMessages(
  db: Db,
  rows: (typeof messages.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await db.insert(messages).values(rows)
}

/** When messages were seen, by their ids. */
export async function findSeen(db: Db, ids: readonly string[]): Promise<Map<string, Date | null>> {
  const rows = await db
    .select({ id: messages.id, seen_at: messages.seen_at })
    .from(messages)
    .where(inArray(messages.id, [...ids]))
  return new Map(rows.map(({ id, seen_at }) => [id, seen_at]))
}

export async function setSeen(db: Db, id: string, seen_at: Date | null): Promise<void> {
  await db.update(messages).set({ seen_at }).where(eq(messages.id, id))
}

/**
 * Sets what follows from the messages of some conversations: when the lender answered, when something last happened,
 * and that a side who has seen everything finds the conversation in its archive.
 */
export async function settleMoved(db: Db, isMeant: SQL): Promise<void> {
  await db.execute(sql`
    UPDATE ${transactions} SET
      answered_at = written.answered_at,
      updated_at = greatest(${transactions.created_at}, written.last_at)
    FROM (
      SELECT m.transaction_id, max(m.created_at) AS last_at,
        min(m.created_at) FILTER (WHERE m.from_id = t.renter_id) AS answered_at
      FROM messages m JOIN transactions t ON t.id = m.transaction_id
      GROUP BY m.transaction_id
    ) AS written
    WHERE written.transaction_id = ${transactions.id} AND ${transactions.status} = 'expired' AND ${isMeant}
      AND (${transactions.answered_at} IS DISTINCT FROM written.answered_at
        OR ${transactions.updated_at} < written.last_at)`)
  for (const side of [transactions.borrower_id, transactions.lender_id]) {
    await db.execute(sql`
      INSERT INTO ${transaction_views} (user_id, transaction_id, viewed_at, archived)
      SELECT ${side}, ${transactions.id}, ${transactions.updated_at}, true
      FROM ${transactions}
      WHERE ${side} IS NOT NULL AND ${isMeant} AND NOT EXISTS (
        SELECT FROM ${messages} WHERE ${messages.transaction_id} = ${transactions.id}
          AND ${messages.to_id} = ${side} AND ${messages.seen_at} IS NULL)
      ON CONFLICT DO NOTHING`)
  }
}

export async function removeMovedConversations(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .delete(transactions)
    .where(inArray(transactions.id, [...ids]))
    .returning({ id: transactions.id })
  return rows.map(({ id }) => id)
}

export async function removeMovedMessages(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .delete(messages)
    .where(inArray(messages.id, [...ids]))
    .returning({ id: messages.id })
  return rows.map(({ id }) => id)
}
