import { daysAfter } from '#features/lending/conversations/days/server/door.ts'
import { firstTaken, type TakenSpan } from '#features/lending/conversations/days/taken-days.ts'
import type { TransactionRow } from '#features/lending/conversations/transactions/tables.ts'

type Wanted = Pick<TransactionRow, 'wanted_from' | 'wanted_until'>

/** The wanted days that are still to come; null if no day is wanted or all of them have passed. */
function daysToCome({ wanted_from, wanted_until }: Wanted, today: string): TakenSpan | null {
  if (wanted_from === null) return null
  const until = wanted_until ?? wanted_from
  if (until < today) return null
  return { from: wanted_from > today ? wanted_from : today, until }
}

/**
 * Whether a request can no longer be granted: no copy is left on any of its days. A request with a free day, or
 * without days, can still be discussed.
 * @param taken the days on which no copy is left, in order
 */
export function isHopeless(wanted: Wanted, taken: readonly TakenSpan[], today: string): boolean {
  const days = daysToCome(wanted, today)
  return days !== null && taken.some(({ from, until }) => from <= days.from && days.until <= until)
}

/** Whether all days of a request that has ended are still to come and free. */
export function isFreeAgain(wanted: Wanted, taken: readonly TakenSpan[], today: string): boolean {
  const days = daysToCome(wanted, today)
  return days !== null && days.from === wanted.wanted_from && firstTaken(taken, days) === null
}

/** The first day after the wanted ones on which a copy is free; null if unknown. */
export function freeFrom(
  wanted: Wanted,
  taken: readonly TakenSpan[],
  { today, last }: { today: string; last: string },
): string | null {
  const days = daysToCome(wanted, today)
  const span = days && firstTaken(taken, days)
  return span && span.until < last ? daysAfter(span.until, 1) : null
}
