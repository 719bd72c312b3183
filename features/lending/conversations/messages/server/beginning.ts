import { tellModerators } from '#features/lending/conversations/held/server/door.ts'
import { findSenderName } from '#features/lending/conversations/sides/server/door.ts'
import {
  beginTransaction,
  type Sending,
} from '#features/lending/conversations/transactions/server/door.ts'
import type { Member } from '#features/places/letterboxes/members/server/door.ts'
import type { MessageRow } from '../tables.ts'
import { tellOfMessage } from './new-message-notice.ts'
import type { Screening } from './screening.ts'
import { type NewMessage, storeMessage } from './storing.ts'

/** A request for an item, with its first message. */
export interface NewRequest extends NewMessage {
  lender_id: string
  item_id: number
  wanted_from?: string | null | undefined
  wanted_until?: string | null | undefined
}

interface Circumstances {
  household: Member[]
  ask_id: string | null
  screening: Screening
  /** How many other letterboxes receive the same request. */
  others: number
}

/** Begins a conversation with a request that has passed all checks, and notifies the lender. */
export async function beginConversation(
  sending: Sending,
  borrowerId: string,
  request: NewRequest,
  { household, ask_id, screening, others }: Circumstances,
): Promise<MessageRow> {
  const { db, now } = sending
  const { lender_id, item_id, wanted_from = null, wanted_until = null } = request
  const transaction = await beginTransaction(db, {
    borrower_id: borrowerId,
    lender_id,
    item_id,
    wanted_from,
    wanted_until,
    ask_id,
    held_at: screening.held_for ? now : null,
    created_at: now,
    updated_at: now,
  })
  const envelope = {
    transaction_id: transaction.id,
    from_id: borrowerId,
    to_id: lender_id,
    author_id: borrowerId,
  }
  const message = await storeMessage(db, envelope, request, {
    created_at: now,
    sender: [],
    recipient: household,
    screening,
    requestHeld: false,
  })
  if (message.held_at) {
    await tellModerators(sending, lender_id)
    return message
  }
  const notice = {
    fromFirstname: await findSenderName(db, borrowerId, 'borrower'),
    itemId: item_id,
    transactionId: transaction.id,
    messageId: message.id,
    text: request.text,
    warnings: message.warnings,
    firstInTransaction: true,
    asked: { wanted_from, wanted_until, others },
  }
  await tellOfMessage(sending, notice, { id: lender_id, household })
  return message
}
