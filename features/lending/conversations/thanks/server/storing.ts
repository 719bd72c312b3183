import { and, eq } from 'drizzle-orm'
import {
  announceChange,
  type LockedSending,
  noteActivity,
  type OwnTransaction,
} from '#features/lending/conversations/transactions/server/door.ts'
import { unarchive } from '#features/lending/conversations/views/server/door.ts'
import { warningsOf } from '#features/lending/conversations/warnings/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { transaction_thanks } from '../tables.ts'

/**
 * Stores the thank-you of the caller's side, once. A public one with a link, a phone number or words about money
 * waits for a moderator first.
 * @returns whether it waits; null if this side has said thank you before
 */
export async function storeThanks(
  { db, now }: LockedSending,
  own: OwnTransaction,
  { text, show }: { text: string | null; show: boolean },
): Promise<{ isHeld: boolean } | null> {
  // As in the lines of a letterbox, a public text may contain neither phone numbers nor addresses; links count
  // too.
  const isHeld = show && text !== null && warningsOf(text, 'borrower').length > 0
  const stored = await db
    .insert(transaction_thanks)
    .values({
      transaction_id: own.row.id,
      side: own.side,
      by_id: own.author_id,
      to_id: own.to_id,
      text,
      shown: show && !isHeld,
      held_at: isHeld ? now : null,
      created_at: now,
    })
    .onConflictDoNothing()
    .returning({ side: transaction_thanks.side })
  if (stored.length === 0) return null
  await noteActivity(db, own.row, now)
  await unarchive(db, own.row.id, own.author_id)
  await announceChange(db, own.row)
  return { isHeld }
}

/** Hides or shows the thank-you that the caller's side received. @returns whether there is one */
export async function keepThanksHidden(
  db: Db,
  { row, side }: OwnTransaction,
  hidden: boolean,
): Promise<boolean> {
  const theirs = side === 'borrower' ? 'lender' : 'borrower'
  const changed = await db
    .update(transaction_thanks)
    .set({ hidden })
    .where(and(eq(transaction_thanks.transaction_id, row.id), eq(transaction_thanks.side, theirs)))
    .returning({ side: transaction_thanks.side })
  if (changed.length > 0) await announceChange(db, row)
  return changed.length > 0
}
