import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import type { LoanSide } from '#features/lending/conversations/transactions/loan-steps.ts'

/** An instant, and its calendar day (`2026-11-25`) in the community's time zone. */
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

/** Whether the last activity is a message of the other side that no program wrote. */
function isLastWordTheirs({ messages, events, borrower_id }: Conversation, side: LoanSide) {
  const last = messages.findLast(({ automatic }) => !automatic)
  if (!last) return false
  const isOwn = (last.from_id === borrower_id) === (side === 'borrower')
  return !isOwn && !events.some(({ at }) => at > last.created_at)
}

/**
 * Whether a side has the next step in a conversation:
 * - a message or other news is unseen;
 * - a request, or days that the other side proposed, needs its answer, or the other side wrote last about them;
 * - the other side asks to change the days of an agreed or handed-over loan;
 * - the time of the hand-over has come, or both sides are asked whether it happened, and neither has said that
 *   the thing was fetched;
 * - the return day has come (for the borrower) or passed (for both), and the thing is not back.
 *
 * The server's `isWaitingFor` decides the same in SQL.
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
  // Undefined in responses of a previous server version during a deployment.
  if (days_asked_by && days_asked_by !== side) return true
  switch (status) {
    case 'requested':
      return dates_by !== side || isLastWordTheirs(conversation, side)
    case 'accepted':
      if (handover_at !== null && Date.parse(handover_at) <= now.getTime()) return true
      // Undefined in responses of a previous server version during a deployment.
      return fetching ? fetching.asked_from <= today : false
    case 'handed_over':
      if (return_by === null) return false
      return side === 'borrower' ? return_by <= today : return_by < today
    default:
      return false
  }
}
