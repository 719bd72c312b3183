import { firstDayOf } from '#features/lending/conversations/days/server/door.ts'
import type { TransactionRow } from '#features/lending/conversations/transactions/tables.ts'
import { checkDays } from '#features/places/letterboxes/lent/server/door.ts'
import { dayIn } from '#platform/server/community-day.ts'
import { fieldError } from '#platform/server/http/errors.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { HANDOVER_GRACE_MS, type LoanDays } from './loan-days.rules.ts'

/** A loan that is agreed or out. */
export type Agreed = Pick<TransactionRow, 'status' | 'lent' | 'handover_at' | 'return_by'>

/** The proposed change; null if unchanged. */
export interface AskedDays {
  handover_at: Date | null
  return_by: string | null
}

const earlierOf = (one: string, other: string) => (one < other ? one : other)
const laterOf = (one: string, other: string) => (one < other ? other : one)

/** A thing that is out has been away since the hand-over; only its return day can change. */
function daysOfWhatIsOut({ lent, handover_at }: Agreed, asked: AskedDays, today: string): LoanDays {
  if (asked.handover_at !== null) throw fieldError('handover_at', VALIDATION.date)
  if (asked.return_by === null) throw fieldError('return_by', VALIDATION.date)
  const from = lent === null ? today : earlierOf(firstDayOf(lent), today)
  return { handover_at, from, until: asked.return_by }
}

/** For a promised thing the day of the hand-over can change as well. */
function daysOfPromise(
  agreed: Agreed,
  asked: AskedDays,
  { now, today, timeZone }: { now: Date; today: string; timeZone: string },
): LoanDays {
  const { handover_at, return_by } = asked
  if (handover_at === null && return_by === null) throw fieldError('return_by', VALIDATION.date)
  if (handover_at !== null && handover_at.getTime() < now.getTime() - HANDOVER_GRACE_MS) {
    throw fieldError('handover_at', VALIDATION.date)
  }
  const agreedFrom = agreed.lent === null ? today : firstDayOf(agreed.lent)
  const from = handover_at === null ? agreedFrom : laterOf(dayIn(timeZone, handover_at), today)
  const until = return_by ?? agreed.return_by
  if (until !== null && until < from) throw fieldError('return_by', VALIDATION.endBeforeStart)
  return { handover_at: handover_at ?? agreed.handover_at, from, until }
}

/**
 * The days of a loan if the proposed change were accepted.
 * @throws {AppError} validation of `handover_at` or `return_by`: a day that has passed, is too far ahead,
 * precedes the hand-over, or equals the agreed one
 */
export function changedDays(
  agreed: Agreed,
  asked: AskedDays,
  now: Date,
  timeZone: string,
): LoanDays {
  const today = dayIn(timeZone, now)
  const days =
    agreed.status === 'handed_over'
      ? daysOfWhatIsOut(agreed, asked, today)
      : daysOfPromise(agreed, asked, { now, today, timeZone })
  const from = laterOf(days.from, today)
  checkDays({ from, until: asked.return_by }, now, timeZone, {
    from: 'handover_at',
    until: 'return_by',
  })
  const isSame =
    days.until === agreed.return_by && days.handover_at?.getTime() === agreed.handover_at?.getTime()
  if (isSame) throw fieldError('return_by', VALIDATION.date)
  return days
}
