import { eq } from 'drizzle-orm'
import { findTakenDays } from '#features/lending/conversations/days/server/door.ts'
import type { TakenSpan } from '#features/lending/conversations/days/taken-days.ts'
import { isOver } from '#features/lending/conversations/transactions/loan-steps.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { type Speaker, sideIdOf } from '#features/lending/conversations/who-sees/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { AppError } from '#platform/server/http/errors.ts'

/**
 * The days on which the thing of a transaction is promised to other borrowers. Both sides see them while they can
 * still name days; that includes an expired request, which can still be accepted. Empty if the conversation is
 * closed or over.
 * @throws {AppError} not_found for everyone who speaks for neither side
 */
export async function listTakenBesides(
  db: Db,
  viewer: Speaker,
  transactionId: string,
  today: string,
): Promise<TakenSpan[]> {
  const [row] = await db.select().from(transactions).where(eq(transactions.id, transactionId))
  if (!row || sideIdOf(row, viewer) === null) throw new AppError('not_found')
  const isOpen = row.status === 'expired' || !isOver(row.status)
  if (!isOpen || row.closed_at !== null || row.lender_id === null) return []
  const { lender_id, item_id } = row
  return findTakenDays(db, { lender_id, item_id }, today, row.id)
}
