import { tellModerators } from '#features/lending/conversations/held/server/door.ts'
import { findSenderName } from '#features/lending/conversations/sides/server/door.ts'
import {
  afterLock,
  type LockedSending,
  lockOwnTransaction,
  noteActivity,
  type OwnTransaction,
  type Sending,
} from '#features/lending/conversations/transactions/server/door.ts'
import { findHousehold } from '#features/lending/conversations/who-sees/server/door.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { MessageRow } from '../tables.ts'
import { checkMessageQuotas, lockAuthor } from './message-quotas.queries.ts'
import { tellOfMessage } from './new-message-notice.ts'
import { screenMessage } from './screening.ts'
import { findSent, type NewMessage, storeMessage } from './storing.ts'

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
  const { db } = sending
  await lockAuthor(db, userId)
  const own = await lockOwnTransaction(db, userId, transactionId, sending.now)
  const earlier = await findSent(db, own.from_id, content.request_id)
  if (earlier) {
    if (earlier.transaction_id !== own.row.id || earlier.text !== content.text) {
      throw new AppError('conflict')
    }
    return earlier
  }
  if (own.row.closed_at) throw new AppError('conflict')
  return appendMessage(await afterLock(sending, [own.row]), own, content, telling)
}

/**
 * Stores a message of the caller's side and notifies the other side.
 * @param isPartOfStep it came with a step, which notifies the other side of both
 * @param inSeconds how long to delay the notification
 * @throws {AppError} rate_limited
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
  // Counts by the clock: the time of the lock is later if the clock was set back since the last message.
  const { settings, clock } = sending.deps
  await checkMessageQuotas(db, settings.current().limits, author_id, own.accountAgeMs, clock())
  const sender = await findHousehold(db, row, from_id)
  const recipient = await findHousehold(db, row, to_id)
  const envelope = { transaction_id: row.id, from_id, to_id, author_id }
  const screening = await screenMessage(db, row, side, content.text, now)
  const requestHeld = row.held_at !== null
  const created_at = content.written_at ?? now
  const storing = { created_at, sender, recipient, screening, requestHeld }
  const message = await storeMessage(db, envelope, content, storing)
  if (message.held_at) {
    if (screening.held_for) await tellModerators(sending, row.lender_id)
    return message
  }
  const isFirstAnswer = side === 'lender' && row.answered_at === null
  const isOpen = row.status === 'requested' || row.status === 'expired'
  const isUndecided = side === 'lender' && isOpen && !isPartOfStep
  await noteActivity(db, row, now, {
    answered_at: isFirstAnswer ? now : undefined,
    written_at: isUndecided ? created_at : undefined,
  })
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
