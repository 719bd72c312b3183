import type { z } from 'zod'
import {
  afterLock,
  announceChange,
  keepThanksHidden,
  lockOwnTransaction,
  noteActivity,
  type Sending,
  storeThanks,
  tellModerators,
  unarchive,
  warningsOf,
} from '#features/lending/conversations/transactions/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { newThanksSchema } from '../contract.bodies.ts'
import { tellOfThanks } from './loan-change-notice.ts'

/**
 * Stores the thank-you of the caller's side, once, after the return, and notifies the other side. A public one
 * with a link, a phone number or words about money waits for a moderator first.
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
  // As in the lines of a letterbox, a public text may contain neither phone numbers nor addresses; links count
  // too.
  const isHeld = show && text !== null && warningsOf(text, 'borrower').length > 0
  const isFirst = await storeThanks(db, {
    transaction_id,
    side: own.side,
    by_id: userId,
    to_id: own.to_id,
    text,
    shown: show && !isHeld,
    held_at: isHeld ? now : null,
    created_at: now,
  })
  if (!isFirst) throw new AppError('status_changed')
  await noteActivity(db, own.row, now)
  await unarchive(db, own.row.id, userId)
  await announceChange(db, own.row)
  await tellOfThanks(sending, own.row, own.side, text)
  if (isHeld) await tellModerators(sending)
}

/**
 * Hides or shows the thank-you that the caller's side received.
 * @throws {AppError} not_found
 */
export async function hideThanks(
  db: Db,
  userId: string,
  { transaction_id, hidden }: { transaction_id: string; hidden: boolean },
  now: Date,
): Promise<void> {
  const own = await lockOwnTransaction(db, userId, transaction_id, now)
  const theirs = own.side === 'borrower' ? 'lender' : 'borrower'
  const isThere = await keepThanksHidden(db, { transaction_id, side: theirs, hidden })
  if (!isThere) throw new AppError('not_found')
  await announceChange(db, own.row)
}
