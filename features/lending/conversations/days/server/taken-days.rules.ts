import { isTaken, type PromisedLoan } from '#features/places/letterboxes/lent/server/door.ts'
import type { TakenSpan } from '../taken-days.ts'
import { daysAfter } from './day-ranges.ts'

/**
 * The days on which a yes would be refused because no copy is left; includes today while none has been returned.
 * Consecutive days form one span, in order. The spans reveal neither the number of loans nor of copies.
 * @param last the last day to look at
 */
export function takenDays(
  loans: readonly PromisedLoan[],
  copies: number,
  today: string,
  last: string,
): TakenSpan[] {
  return spansOf((day) => isTaken(loans, copies, day, today), { today, last })
}

/** The days for which `isSo` holds; consecutive days form one span. */
function spansOf(
  isSo: (day: string) => boolean,
  { today, last }: { today: string; last: string },
): TakenSpan[] {
  const spans: TakenSpan[] = []
  let span: TakenSpan | null = null
  for (let day = today; day <= last; day = daysAfter(day, 1)) {
    if (!isSo(day)) span = null
    else if (span) span.until = day
    else {
      span = { from: day, until: day }
      spans.push(span)
    }
  }
  return spans
}

/**
 * The days on which no copy would be left for a loan if all pending requests were granted: extending the loan to
 * such a day takes the thing from another borrower. The loan's own days are not included.
 * @param others the other loans, and the days of pending requests
 */
export function wantedDays(
  others: readonly PromisedLoan[],
  copies: number,
  own: Pick<PromisedLoan, 'from' | 'end'>,
  days: { today: string; last: string },
): TakenSpan[] {
  const isOwn = (day: string) => own.from <= day && day < own.end
  return spansOf((day) => !isOwn(day) && isTaken(others, copies, day, days.today), days)
}
