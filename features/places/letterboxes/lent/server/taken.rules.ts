/** A promised or handed-over loan. */
export interface PromisedLoan {
  /** The first day. */
  from: string
  /** Exclusive: the day after the last one. */
  end: string
  handed_over: boolean
}

/** A thing of a letterbox that is promised or out. */
export interface PromisedThing {
  item_id: number
  copies: number
  loans: readonly PromisedLoan[]
}

/** Days in a row, the last one included. `from` is today or later. */
export interface WantedDays {
  from: string
  until: string
}

/**
 * A thing that is out stays away until it is back, whatever was agreed. That is certain for today, but for no day
 * after the agreed ones.
 */
const takes = ({ from, end, handed_over }: PromisedLoan, day: string, today: string): boolean =>
  handed_over ? day < end || day === today : from <= day && day < end

/** Whether no copy is left on a day. */
export function isTaken(
  loans: readonly PromisedLoan[],
  copies: number,
  day: string,
  today: string,
): boolean {
  return loans.filter((loan) => takes(loan, day, today)).length >= copies
}

/** Whether no copy is left on at least one of the days. The number of taken copies grows only where a loan begins. */
export function isTakenWithin(
  { loans, copies }: PromisedThing,
  { from, until }: WantedDays,
  today: string,
): boolean {
  const begins = loans.map((loan) => loan.from).filter((day) => from < day && day <= until)
  return [from, ...begins].some((day) => isTaken(loans, copies, day, today))
}
