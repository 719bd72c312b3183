import type { z } from 'zod'
import { tellModerators } from '#features/lending/conversations/held/server/door.ts'
import {
  keepThanksHidden,
  storeThanks,
} from '#features/lending/conversations/thanks/server/door.ts'
import {
  afterLock,
  lockOwnTransaction,
  type Sending,
} from '#features/lending/conversations/transactions/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { newThanksSchema } from '../contract.bodies.ts'
import { tellOfThanks } from './loan-change-notice.ts'

/**
 * Thanks the other side, once, after the return, and notifies it.
 * @throws {AppError} not_found, conflict, and status_changed before the return or for a second one
 */
export async function thank(
  called: Sending,
  userId: string,
  { transaction_id, text = null, show }: z.output<typeof newThanksSchema>,
): Promise<void> {
  const own = await lockOwnTransaction(called.db, userId, transaction_id, called.now)
  if (own.row.status !== 'returned' || own.row.closed_at) throw new AppError('status_changed')
  const sending = await afterLock(called, [own.row])
  const thanks = await storeThanks(sending, own, { text, show })
  if (!thanks) throw new AppError('status_changed')
  await tellOfThanks(sending, own.row, own.side, text)
  if (thanks.isHeld) await tellModerators(sending, own.row.lender_id)
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
  if (!(await keepThanksHidden(db, own, hidden))) throw new AppError('not_found')
}
