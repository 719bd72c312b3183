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
  const taken: TakenSpan[] = []
  let span: TakenSpan | null = null
  for (let day = today; day <= last; day = daysAfter(day, 1)) {
    const isTaken = loans.filter((loan) => takes(loan, day, today)).length >= copies
    if (isTaken && span) span.until = day
    else if (isTaken) {
      span = { from: day, until: day }
      taken.push(span)
    } else span = null
  }
  return taken
}
