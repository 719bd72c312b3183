import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { transaction_views } from '../tables.ts'
import type { View } from './transactions.rules.ts'

const selectView = (db: Db, { userId, transactionId }: { userId: string; transactionId: string }) =>
  db
    .select()
    .from(transaction_views)
    .where(
      and(
        eq(transaction_views.user_id, userId),
        eq(transaction_views.transaction_id, transactionId),
      ),
    )

/** What somebody has in view of a transaction; null for whoever never looked, nor was told. */
export async function findView(db: Db, userId: string, transactionId: string) {
  const [view] = await selectView(db, { userId, transactionId })
  return view ?? null
}

/** Notes what somebody has in view, or was told; fields that are not given stay as they are. */
export async function setView(
  db: Db,
  userId: string,
  transactionId: string,
  view: Partial<View & { archived: boolean; muted: boolean }>,
): Promise<void> {
  await db
    .insert(transaction_views)
    .values({ user_id: userId, transaction_id: transactionId, ...view })
    .onConflictDoUpdate({
      target: [transaction_views.user_id, transaction_views.transaction_id],
      set: view,
    })
}

const keepToldOf = (
  db: Db,
  {
    userId,
    transactionId,
    messageId,
  }: {
    userId: string
    transactionId: string
    messageId: string
  },
) =>
  db
    .insert(transaction_views)
    .values({
      user_id: userId,
      transaction_id: transactionId,
      told_of: messageId,
    })
    .onConflictDoUpdate({
      target: [transaction_views.user_id, transaction_views.transaction_id],
      set: { told_of: sql`excluded.told_of` },
    })

/** Notes of which message somebody was told by mail, until it is seen. */
export async function noteToldOf(
  db: Db,
  userId: string,
  transactionId: string,
  messageId: string,
): Promise<void> {
  await keepToldOf(db, { userId, transactionId, messageId })
}

const dropToldOf = (db: Db, { userId, transactionId }: { userId: string; transactionId: string }) =>
  db
    .update(transaction_views)
    .set({ told_of: null })
    .where(
      and(
        eq(transaction_views.user_id, userId),
        eq(transaction_views.transaction_id, transactionId),
        isNotNull(transaction_views.told_of),
      ),
    )

/** What somebody was told of by mail is seen: the next message is mailed again. */
export async function forgetToldOf(db: Db, userId: string, transactionId: string): Promise<void> {
  await dropToldOf(db, { userId, transactionId })
}

const bringBack = (
  db: Db,
  { transactionId, authorId }: { transactionId: string; authorId: string | null },
) =>
  db
    .update(transaction_views)
    .set({ archived: false })
    .where(
      and(
        eq(transaction_views.transaction_id, transactionId),
        eq(transaction_views.archived, true),
        sql`${transaction_views.user_id} IS DISTINCT FROM ${authorId}::uuid`,
      ),
    )

/**
 * Brings a transaction back to everybody who archived it, except to the author of what happened.
 */
export async function unarchive(db: Db, transactionId: string, authorId: string | null) {
  await bringBack(db, { transactionId, authorId })
}
