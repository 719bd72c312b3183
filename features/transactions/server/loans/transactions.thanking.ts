import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '#platform/server/db/client.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { newThanksSchema } from '../../contract.bodies.ts'
import { transaction_thanks, transactions } from '../../tables.ts'
import { announceChange } from '../transactions.events.ts'
import { afterLock, lockOwnTransaction } from '../transactions.locking.ts'
import { tellOfThanks } from '../transactions.news.ts'
import { unarchive } from '../transactions.storing.ts'
import type { Sending } from '../transactions.telling.ts'

/**
 * Stores the thank-you of the caller's side, once, after the return, and tells the other side of it.
 * @throws {AppError} not_found, conflict, and status_changed before the return or for a second one
 */
export async function thank(
  called: Sending,
  userId: string,
  { transaction_id, text = null, show }: z.output<typeof newThanksSchema>,
): Promise<void> {
  const { db } = called
  const own = await lockOwnTransaction(db, userId, transaction_id, called.now)
  if (own.row.status !== 'returned' || own.row.closed_at) throw new AppError('status_changed')
  const sending = await afterLock(called, [own.row])
  const { now } = sending
  const stored = await db
    .insert(transaction_thanks)
    .values({
      transaction_id,
      side: own.side,
      by_id: userId,
      to_id: own.to_id,
      text,
      shown: show,
      created_at: now,
    })
    .onConflictDoNothing()
    .returning({ side: transaction_thanks.side })
  if (stored.length === 0) throw new AppError('status_changed')
  await db.update(transactions).set({ updated_at: now }).where(eq(transactions.id, own.row.id))
  await unarchive(db, own.row.id, userId)
  await announceChange(db, own.row)
  await tellOfThanks(sending, own.row, own.side, text)
}

/** Takes down, or shows again, what the caller's side was thanked with. @throws {AppError} not_found */
export async function hideThanks(
  db: Db,
  userId: string,
  { transaction_id, hidden }: { transaction_id: string; hidden: boolean },
  now: Date,
): Promise<void> {
  const own = await lockOwnTransaction(db, userId, transaction_id, now)
  const changed = await db
    .update(transaction_thanks)
    .set({ hidden })
    .where(
      and(
        eq(transaction_thanks.transaction_id, transaction_id),
        eq(transaction_thanks.side, own.side === 'borrower' ? 'lender' : 'borrower'),
      ),
    )
    .returning({ side: transaction_thanks.side })
  if (changed.length === 0) throw new AppError('not_found')
  await announceChange(db, own.row)
}
