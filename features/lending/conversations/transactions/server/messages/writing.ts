import { eq } from 'drizzle-orm'
import { AppError } from '#platform/server/http/errors.ts'
import { transactions } from '../../tables.ts'
import { afterLock, lockOwnTransaction, type OwnTransaction } from '../locking.ts'
import { tellModerators } from '../screening/moderators-notice.ts'
import { screenMessage } from '../screening/screening.ts'
import type { LockedSending, Sending } from '../sending.ts'
import { findSenderName } from '../transactions.queries.ts'
import { findHousehold } from '../who-sees.ts'
import { checkMessageQuotas, lockAuthor } from './message-quotas.queries.ts'
import { tellOfMessage } from './new-message-notice.ts'
import { findSent, type MessageRow, type NewMessage, storeMessage } from './storing.ts'

/**
 * Adds a message to a transaction of the caller.
 * @param telling how long to delay the notification of the other side
 * @throws {AppError} not_found, conflict, rate_limited.
 */
export async function addMessage(
  sending: Sending,
  userId: string,
  transactionId: string,
  content: NewMessage,
  telling: { inSeconds?: number } = {},
): Promise<MessageRow> {
  const { db, now } = sending
  await lockAuthor(db, userId)
  const own = await lockOwnTransaction(db, userId, transactionId, now)
  const earlier = await findSent(db, own.from_id, content.request_id)
  if (earlier) {
    if (earlier.transaction_id !== own.row.id || earlier.text !== content.text) {
      throw new AppError('conflict')
    }
    return earlier
  }
  if (own.row.closed_at) throw new AppError('conflict')
  await checkMessageQuotas(
    db,
    sending.deps.settings.current().limits,
    userId,
    own.accountAgeMs,
    now,
  )
  return appendMessage(await afterLock(sending, [own.row]), own, content, telling)
}

/**
 * Stores a message of the caller's side, whose quota was checked, and notifies the other side.
 * @param isPartOfStep it came with a step, which notifies the other side of both
 * @param inSeconds how long to delay the notification
 */
export async function appendMessage(
  sending: LockedSending,
  own: OwnTransaction,
  content: NewMessage,
  { isPartOfStep = false, inSeconds = 0 }: { isPartOfStep?: boolean; inSeconds?: number } = {},
): Promise<MessageRow> {
  const { db, now } = sending
  const { row, from_id, to_id, author_id, side } = own
  if (to_id === null) throw new AppError('conflict')
  const sender = await findHousehold(db, row, from_id)
  const recipient = await findHousehold(db, row, to_id)
  const envelope = { transaction_id: row.id, from_id, to_id, author_id }
  const screening = await screenMessage(db, row, side, content.text, now)
  const requestHeld = row.held_at !== null
  const created_at = content.written_at ?? now
  const storing = { created_at, sender, recipient, screening, requestHeld }
  const message = await storeMessage(db, envelope, content, storing)
  if (message.held_at) {
    if (screening.held_for) await tellModerators(sending)
    return message
  }
  const isFirstAnswer = side === 'lender' && row.answered_at === null
  const isOpen = row.status === 'requested' || row.status === 'expired'
  const isUndecided = side === 'lender' && isOpen && !isPartOfStep
  await db
    .update(transactions)
    .set({
      updated_at: now,
      answered_at: isFirstAnswer ? now : undefined,
      written_at: isUndecided ? created_at : undefined,
    })
    .where(eq(transactions.id, row.id))
  if (isPartOfStep) return message
  const notice = {
    fromFirstname: await findSenderName(db, from_id, side),
    itemId: row.item_id,
    transactionId: row.id,
    messageId: message.id,
    text: content.text,
    warnings: message.warnings,
    firstInTransaction: false,
  }
  await tellOfMessage(sending, notice, { id: to_id, household: recipient }, inSeconds)
  return message
}
