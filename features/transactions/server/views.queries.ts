import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { transaction_views } from '../tables.ts'
import type { View } from './transactions.rules.ts'

export async function findView(db: Db, userId: string, transactionId: string) {
  const [view] = await db.select().from(transaction_views).where(viewOf(userId, transactionId))
  return view ?? null
}

const viewOf = (userId: string, transactionId: string) =>
  and(eq(transaction_views.user_id, userId), eq(transaction_views.transaction_id, transactionId))

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

/**
 * Brings a transaction back to everybody who archived it, except to the author of what happened.
 */
export async function unarchive(db: Db, transactionId: string, authorId: string | null) {
  await db
    .update(transaction_views)
    .set({ archived: false })
    .where(
      and(
        eq(transaction_views.transaction_id, transactionId),
        eq(transaction_views.archived, true),
        authorId === null ? undefined : ne(transaction_views.user_id, authorId),
      ),
    )
}
