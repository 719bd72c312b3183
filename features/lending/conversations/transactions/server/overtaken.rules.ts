import { MINUTE_MS } from '#platform/shared/durations.ts'
import type { LoanStatus, LoanStep } from '../loan-steps.ts'
import type { EndOfHistory } from './locking.ts'

/** Who calls, when, and the last event they saw; clients of earlier versions do not send it. */
interface Caller {
  user_id: string
  called_at: Date
  last_event_id: string | null | undefined
}

/**
 * Steps about what happened at the door hold whatever was decided since: only the table of steps can refuse them.
 */
const FACTS: readonly LoanStep[] = ['handOver', 'return']

/** If a caller does not say what they saw, another person's step more recent than this counts as unseen. */
const UNREAD_MS = MINUTE_MS

/**
 * Whether another person was faster: the caller decided before they could see the last event, so the step does
 * not apply to the current state.
 * @param end the end of the history under the lock
 */
export function isOvertaken(
  step: LoanStep,
  status: LoanStatus,
  end: EndOfHistory | null,
  { user_id, called_at, last_event_id }: Caller,
): boolean {
  if (end === null || FACTS.includes(step)) return false
  // A late yes, or confirming what was arranged in words, re-opens an expired request even if the caller did not
  // see its end.
  if (status === 'expired') return false
  if (last_event_id) return end.event_id !== last_event_id
  const takesYesBack = step === 'decline' && status === 'accepted'
  const isUnread = called_at.getTime() - end.done_at.getTime() < UNREAD_MS
  return takesYesBack && end.by_id !== user_id && isUnread
}
