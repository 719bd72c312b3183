import type { TakenSpan } from '../taken-days.ts'
import { daysAfter } from './day-ranges.ts'

/** A promised or handed-over loan. */
export interface PromisedLoan {
  /** Exclusive: the day after the last one. */
  from: string
  end: string
  handed_over: boolean
}

/**
 * A thing that is out stays away until it is back, whatever was agreed. That is certain for today, but for no day
 * after the agreed ones.
 */
const takes = ({ from, end, handed_over }: PromisedLoan, day: string, today: string): boolean =>
  handed_over ? day < end || day === today : from <= day && day < end

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
  return spansOf((day) => loans.filter((loan) => takes(loan, day, today)).length >= copies, {
    today,
    last,
  })
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
  return spansOf(
    (day) => !isOwn(day) && others.filter((each) => takes(each, day, days.today)).length >= copies,
    days,
  )
}
