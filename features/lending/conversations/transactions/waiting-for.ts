import type { Transaction } from './contract.ts'
import type { LoanSide } from './loan-steps.ts'

/** An instant, and the calendar day (`2026-11-25`) that it is there. */
export interface Moment {
  now: Date
  today: string
}

type Conversation = Pick<
  Transaction,
  | 'status'
  | 'dates_by'
  | 'days_asked_by'
  | 'closed'
  | 'has_new_message'
  | 'borrower_id'
  | 'messages'
  | 'events'
  | 'handover_at'
  | 'return_by'
  | 'fetching'
>

/** Whether the last thing that was said or done is a message of the other side, which no program wrote. */
function isLastWordTheirs({ messages, events, borrower_id }: Conversation, side: LoanSide) {
  const last = messages.findLast(({ automatic }) => !automatic)
  if (!last) return false
  const isOwn = (last.from_id === borrower_id) === (side === 'borrower')
  return !isOwn && !events.some(({ at }) => at > last.created_at)
}

/**
 * Whether the next step of a conversation is one side's:
 * - something waits to be seen, a message or news;
 * - a request, or days that the other side named, wait for its answer, or the other side had the last word about them;
 * - the other side asks for other days of what is agreed or out;
 * - the hour of the hand-over has come, or both are asked whether it happened, and nobody has said that the thing was
 *   fetched;
 * - the day of the return has come for the borrower, or has passed for both, and the thing is not back.
 *
 * `isWaitingFor` of the server decides the same in SQL.
 */
export function waitsFor(conversation: Conversation, side: LoanSide, { now, today }: Moment) {
  const {
    status,
    dates_by,
    days_asked_by,
    closed,
    has_new_message,
    handover_at,
    return_by,
    fetching,
  } = conversation
  if (has_new_message) return true
  if (closed) return false
  // Undefined from a server of the previous version, while the version is switched.
  if (days_asked_by && days_asked_by !== side) return true
  switch (status) {
    case 'requested':
      return dates_by !== side || isLastWordTheirs(conversation, side)
    case 'accepted':
      if (handover_at !== null && Date.parse(handover_at) <= now.getTime()) return true
      // Undefined from a server of the previous version, while the version is switched.
      return fetching ? fetching.asked_from <= today : false
    case 'handed_over':
      if (return_by === null) return false
      return side === 'borrower' ? return_by <= today : return_by < today
    default:
      return false
  }
}
