import type {
  LoanStatus,
  LoanStep,
} from '#features/lending/conversations/transactions/loan-steps.ts'
import type { EndOfHistory } from '#features/lending/conversations/transactions/server/door.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'

/** Who calls, when, and the last event that was read; clients of earlier versions do not say which. */
interface Caller {
  user_id: string
  called_at: Date
  last_event_id: string | null | undefined
}

/** What happened at the door is so whatever was decided since: the table of steps alone refuses it. */
const FACTS: readonly LoanStep[] = ['handOver', 'return']

/** What another person has done less than this ago was not read by a caller who does not say what was read. */
const UNREAD_MS = MINUTE_MS

/**
 * Whether somebody else was quicker: the step was decided before what happened last could be read, so it does not
 * count for what stands now.
 * @param end the end of the history under the lock
 */
export function isOvertaken(
  step: LoanStep,
  status: LoanStatus,
  end: EndOfHistory | null,
  { user_id, called_at, last_event_id }: Caller,
): boolean {
  if (end === null || FACTS.includes(step)) return false
  // A late yes, and what was arranged in words, open what ended by itself, whether or not the end was read.
  if (status === 'expired') return false
  if (last_event_id) return end.event_id !== last_event_id
  const takesYesBack = step === 'decline' && status === 'accepted'
  const isUnread = called_at.getTime() - end.done_at.getTime() < UNREAD_MS
  return takesYesBack && end.by_id !== user_id && isUnread
}
