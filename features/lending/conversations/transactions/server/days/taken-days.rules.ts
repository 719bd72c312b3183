import type { TakenSpan } from '../../taken-days.ts'
import { daysAfter } from './loan-clock.ts'

/** A loan that was promised, or is out. */
export interface PromisedLoan {
  /** The day after the last one is `end`. */
  from: string
  end: string
  handed_over: boolean
}

/**
 * Until it is back a thing is away, whatever was agreed: so much is known of today, and of no day after the agreed ones.
 */
const takes = ({ from, end, handed_over }: PromisedLoan, day: string, today: string): boolean =>
  handed_over ? day < end || day === today : from <= day && day < end

/**
 * The days on which a yes would be refused, since no copy is left; today, too, as long as nobody has brought one back.
 * Days in a row are one span, in their order. Nothing tells from them how many loans there are, or copies.
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

/** The days of which something is so; those in a row are one span. */
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
 * The days on which no copy would be left for a loan, were others given what they wait for: whoever makes it longer by
 * such a day takes it from somebody. Its own days are none of them.
 * @param others the other loans, and the days of requests that wait
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
