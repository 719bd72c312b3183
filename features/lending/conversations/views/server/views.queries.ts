import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { transaction_views } from '../tables.ts'
import type { View } from './views.rules.ts'

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

/** A user's view of a transaction; null if the user never opened it and was never notified. */
export async function findView(db: Db, userId: string, transactionId: string) {
  const [view] = await selectView(db, { userId, transactionId })
  return view ?? null
}

/** Updates a user's view; omitted fields stay unchanged. */
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

/** Records which message a user was mailed, until it is seen. */
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

/** Clears it once the user has seen the message, so that the next one is mailed again. */
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

/** Takes a transaction out of everyone's archive, except that of the person who caused the change. */
export async function unarchive(db: Db, transactionId: string, authorId: string | null) {
  await bringBack(db, { transactionId, authorId })
}
