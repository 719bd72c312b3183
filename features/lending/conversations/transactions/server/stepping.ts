import { desc, eq } from 'drizzle-orm'
import { AppError } from '#platform/server/http/errors.ts'
import {
  type LoanReason,
  type LoanSide,
  type LoanStatus,
  type LoanStep,
  mayStep,
  statusAfter,
} from '../loan-steps.ts'
import { type EventRow, transaction_events } from '../tables.ts'
import { findEvent, isUndone } from './changing.ts'
import {
  afterLock,
  findEndsOfHistories,
  lockOwnTransaction,
  type OwnTransaction,
  readClock,
} from './locking.ts'
import { isOvertaken } from './overtaken.rules.ts'
import type { LockedSending, Sending } from './sending.ts'

/** A call that takes a step of a conversation, or takes one back. */
interface StepCall {
  transaction_id: string
  request_id?: string | undefined
  /** The last event that the caller saw. */
  last_event_id?: string | null | undefined
}

/**
 * The reasons of history entries for steps that the status does not identify; for the two of `keepDays` it
 * depends on the side.
 */
const STEP_REASONS: Partial<Record<LoanStep, readonly (LoanReason | null)[]>> = {
  changeDays: ['days_asked'],
  agreeDays: ['days_agreed'],
  keepDays: ['days_kept', 'days_withdrawn'],
  propose: ['another_day'],
  sayAgreed: ['agreed_in_words'],
  sayFetched: ['fetched_in_words'],
  noteLoan: ['noted'],
}

/** Whether a history entry came from this step by this side. */
function isEventOf(step: LoanStep, event: EventRow, side: LoanSide): boolean {
  const reasons = STEP_REASONS[step]
  const isThis = reasons
    ? reasons.includes(event.reason)
    : event.status === statusAfter(step, event.status)
  return isThis && event.side === side
}

const ANSWERED = new Set(['accepted', 'declined', 'handed_over', 'returned'])

interface BegunStep {
  own: OwnTransaction
  sending: LockedSending
  /** The status after the step. */
  status: LoanStatus
}

/**
 * Begins a step: locks the transaction and checks whether the caller may take the step. If two people decide at the
 * same moment, the first to get the lock wins and the other call fails.
 * @returns null if a call with the same request id took the step before, even if it was undone meanwhile
 * @throws {AppError} not_found, conflict, already_answered, status_changed
 */
export async function beginStep(
  called: Sending,
  userId: string,
  step: LoanStep,
  { transaction_id, request_id, last_event_id }: StepCall,
  locking: { siblings: boolean; alone: boolean },
): Promise<BegunStep | null> {
  const { db, now } = called
  const own = await lockOwnTransaction(db, userId, transaction_id, now, locking)
  const { row, side } = own
  const [earlier, ends] = await Promise.all([
    findEvent(db, row.id, request_id),
    findEndsOfHistories(db, [row, ...own.siblings]),
  ])
  if (earlier) {
    if (!isEventOf(step, earlier, side)) throw new AppError('conflict')
    return null
  }
  if (isUndone(row, request_id)) return null
  const state = { ...row, closed: row.closed_at !== null }
  const caller = { user_id: userId, called_at: now, last_event_id }
  if (!mayStep(state, side, step) || isOvertaken(step, row.status, ends[0] ?? null, caller)) {
    const isAnswer = step === 'accept' || step === 'decline'
    throw new AppError(isAnswer && ANSWERED.has(row.status) ? 'already_answered' : 'status_changed')
  }
  return { own, sending: readClock(called, ends), status: statusAfter(step, row.status) }
}

interface BegunUndoing {
  own: OwnTransaction
  sending: LockedSending
  /** The last two events of the history. */
  last: EventRow
  before: EventRow
}

/**
 * Begins to take back the last step of the caller's side: locks the transaction and reads the end of its history.
 * @returns null if a call with the same request id took it back before
 * @throws {AppError} not_found, conflict, and status_changed if something followed the step
 */
export async function beginUndoing(
  called: Sending,
  userId: string,
  { transaction_id, request_id, last_event_id }: StepCall,
): Promise<BegunUndoing | null> {
  const { db } = called
  const own = await lockOwnTransaction(db, userId, transaction_id, called.now)
  const { row, side } = own
  if (isUndone(row, request_id)) return null
  if (await findEvent(db, row.id, request_id)) throw new AppError('conflict')
  const sending = await afterLock(called, [row])
  const [last, before] = await db
    .select()
    .from(transaction_events)
    .where(eq(transaction_events.transaction_id, row.id))
    .orderBy(desc(transaction_events.at), desc(transaction_events.id))
    .limit(2)
  const isOwn = last?.status === row.status && last.side === side
  const isOther = last_event_id != null && last?.id !== last_event_id
  if (!last || !before || !isOwn || isOther || row.closed_at) throw new AppError('status_changed')
  return { own, sending, last, before }
}
