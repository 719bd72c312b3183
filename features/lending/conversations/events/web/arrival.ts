import type { User } from '#features/people/accounts/web/data/door.ts'
import type { LiveEvent } from '../contract.ts'

/** An open conversation announces its own new messages. */
function isOpen(transactionId: string): boolean {
  return new URLSearchParams(window.location.search).get('transaction_id') === transactionId
}

/** Whether a message from another person came while its conversation is not open. */
export function isArrival(event: LiveEvent, user: User | null | undefined): boolean {
  if (event.type !== 'message' || !user || isOpen(event.transaction_id)) return false
  // Members of a household write in the name of its letterbox.
  return event.message.from_id !== user.id && event.message.from_id !== user.letterbox?.user_id
}
