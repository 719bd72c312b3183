import { and, eq } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import type { LoanSide } from '../loan-steps.ts'
import { transaction_thanks } from '../tables.ts'

/** Keeps the thank-you of a side, once. @returns whether it was the first */
export async function storeThanks(
  db: Db,
  thanks: typeof transaction_thanks.$inferInsert,
): Promise<boolean> {
  const stored = await db
    .insert(transaction_thanks)
    .values(thanks)
    .onConflictDoNothing()
    .returning({ side: transaction_thanks.side })
  return stored.length > 0
}

/** Takes down, or shows again, the thank-you of a side. @returns whether there is one */
export async function keepThanksHidden(
  db: Db,
  { transaction_id, side, hidden }: { transaction_id: string; side: LoanSide; hidden: boolean },
): Promise<boolean> {
  const changed = await db
    .update(transaction_thanks)
    .set({ hidden })
    .where(
      and(eq(transaction_thanks.transaction_id, transaction_id), eq(transaction_thanks.side, side)),
    )
    .returning({ side: transaction_thanks.side })
  return changed.length > 0
}

/** Whether somebody has said thank you. */
export async function isThankedFor(db: Db, transactionId: string): Promise<boolean> {
  const thanks = await db
    .select({ side: transaction_thanks.side })
    .from(transaction_thanks)
    .where(eq(transaction_thanks.transaction_id, transactionId))
  return thanks.length > 0
}
