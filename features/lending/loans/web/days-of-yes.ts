import type { Days } from '#features/lending/conversations/days/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { OPEN_LOAN_DAYS } from '#features/lending/conversations/transactions/transaction-limits.ts'
import { addDays, dayOf } from '#platform/web/data/community-day.ts'

/** Whether the wanted days have passed, so that the lender has to name others. */
export const areDaysOver = (
  { wanted_from, wanted_until }: Pick<Transaction, 'wanted_from' | 'wanted_until'>,
  now: Date,
): boolean => {
  const last = wanted_until ?? wanted_from
  return last !== null && last < dayOf(now)
}

/**
 * The days that a yes reserves, by the rules of the server's `loanDays`: the named days, else the wanted days
 * that have not passed; two weeks if no return day was agreed.
 * @param named the days of the hand-over and of the return; empty if not named
 */
export function daysOfYes(
  { wanted_from, wanted_until }: Pick<Transaction, 'wanted_from' | 'wanted_until'>,
  named: { day: string; backBy: string },
  today: string,
): Days & { until: string } {
  const firstWanted = wanted_from !== null && wanted_from > today ? wanted_from : today
  const from = named.day || firstWanted
  const lastWanted = wanted_until ?? wanted_from
  if (named.backBy) return { from, until: named.backBy }
  if (lastWanted !== null && lastWanted >= from) return { from, until: lastWanted }
  return { from, until: addDays(from, OPEN_LOAN_DAYS - 1) }
}
