import type { z } from 'zod'
import { isThankedFor } from '#features/lending/conversations/thanks/server/door.ts'
import type {
  LoanReason,
  LoanStatus,
} from '#features/lending/conversations/transactions/loan-steps.ts'
import {
  beginUndoing,
  type Sending,
  takeBack,
} from '#features/lending/conversations/transactions/server/door.ts'
import type {
  EventRow,
  TransactionRow,
} from '#features/lending/conversations/transactions/tables.ts'
import { dayIn } from '#platform/server/community-day.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import type { loanChangeSchema } from '../contract.bodies.ts'
import { UNDO_MINUTES } from '../loan-limits.ts'
import { findFreeCopy } from './free-copy.ts'
import { tellOfChange } from './loan-change-notice.ts'

/** The statuses that can be undone, with the status before each. */
const STATUS_BEFORE: Partial<Record<LoanStatus, LoanStatus>> = {
  handed_over: 'accepted',
  returned: 'handed_over',
}

/** Reasons of steps about what was arranged in words. */
const OF_WORDS: readonly (LoanReason | null)[] = ['noted', 'agreed_in_words', 'fetched_in_words']

/** The status before a step; undefined if the step cannot be undone. */
function statusBefore(last: EventRow, before: EventRow): LoanStatus | undefined {
  if (OF_WORDS.includes(last.reason)) return before.status
  const status = STATUS_BEFORE[last.status]
  return last.reason === null && before.status === status ? status : undefined
}

/** The request as it was before it was noted or said to be arranged in words, with the days wanted then. */
function requestBefore(row: TransactionRow, last: EventRow, before: EventRow) {
  const { wanted_from, wanted_until, reason, side } = before
  const days = { wanted_from, wanted_until }
  if (last.reason === 'noted') {
    return { ...days, return_by: null, lent: null, copy: null }
  }
  return {
    ...days,
    dates_by: reason === 'another_day' && side ? side : row.dates_by,
    in_words: reason === 'agreed_in_words' ? ('agreed' as const) : null,
  }
}

/**
 * Undoes "handed over" or "came back", or the last thing that was noted or said to be arranged in words. Only the
 * side that took the step may undo it, within {@link UNDO_MINUTES} and before anything followed. The step leaves
 * the history and counts nowhere. A side that was notified of a return is notified of its undoing as well. A call
 * repeated with the same request id undoes one step only.
 * @throws {AppError} not_found, conflict, status_changed, and already_lent if the thing was promised meanwhile
 */
export async function undoStep(
  called: Sending,
  userId: string,
  call: z.output<typeof loanChangeSchema>,
): Promise<void> {
  const begun = await beginUndoing(called, userId, call)
  if (!begun) return
  const { own, sending, last, before } = begun
  const { row, side } = own
  const { db, now } = sending
  const { request_id } = call
  const status = statusBefore(last, before)
  const isFresh = now.getTime() - last.at.getTime() <= UNDO_MINUTES * MINUTE_MS
  if (!status || !isFresh || (await isThankedFor(db, row.id))) throw new AppError('status_changed')
  if (OF_WORDS.includes(last.reason)) {
    const set = { status, ...requestBefore(row, last, before) }
    const changed = await takeBack(sending, row, last, set, request_id)
    const change = { by: side, reason: last.reason, message: null, undone: true }
    return tellOfChange(sending, changed, change)
  }
  // A returned thing may have been promised to another borrower for these days since.
  const isOut = status === 'handed_over'
  // Null if a server of the previous version handed it over, which left the days as agreed.
  const lent = isOut ? row.lent : (row.lent_as_agreed ?? row.lent)
  const today = dayIn(sending.deps.config.timeZone, now)
  const copy = lent === null ? row.copy : await findFreeCopy(db, row, { lent, isOut, today })
  const lent_as_agreed = isOut ? row.lent_as_agreed : null
  const daysBefore = { status, lent, lent_as_agreed, copy }
  const changed = await takeBack(sending, row, last, daysBefore, request_id)
  await tellOfChange(sending, changed, { by: side, reason: null, message: null, undone: true })
}
