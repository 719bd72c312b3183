import { OPEN_LOAN_DAYS } from '#features/lending/conversations/transactions/transaction-limits.ts'
import { checkDays } from '#features/places/letterboxes/lent/server/door.ts'
import { dayIn, daysBetween } from '#platform/server/community-day.ts'
import { fieldError } from '#platform/server/http/errors.ts'
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'
import { VALIDATION } from '#platform/shared/errors.ts'

/** When a thing is fetched, and the days on which it is away, the last one included. */
export interface LoanDays {
  handover_at: Date | null
  from: string
  /** Null if not agreed. */
  until: string | null
}

interface WantedDays {
  wanted_from: string | null
  wanted_until: string | null
}

/** A lender who answers on the way to the hand-over may name a time that has just passed. */
export const HANDOVER_GRACE_MS = 12 * HOUR_MS

/** The days that the lender names when saying yes. */
interface NamedDays {
  handover_at?: string | null | undefined
  /** Used if no hour is named. */
  handover_day?: string | null | undefined
  return_by?: string | null | undefined
}

/**
 * The days of a yes: what the lender names, else what the borrower wanted if it has not passed.
 * @throws {AppError} validation
 */
export function loanDays(
  { wanted_from, wanted_until }: WantedDays,
  named: NamedDays,
  now: Date,
  timeZone: string,
): LoanDays {
  const today = dayIn(timeZone, now)
  const handover_at = named.handover_at ? new Date(named.handover_at) : null
  if (handover_at && handover_at.getTime() < now.getTime() - HANDOVER_GRACE_MS) {
    throw fieldError('handover_at', VALIDATION.date)
  }
  const firstWantedDay = wanted_from !== null && wanted_from > today ? wanted_from : today
  const firstDay = named.handover_day ?? firstWantedDay
  const from = handover_at ? dayIn(timeZone, handover_at) : firstDay
  const lastWantedDay = wanted_until ?? wanted_from
  // A late yes to days that have passed must name other days.
  const namesDays = Boolean(named.handover_at || named.handover_day || named.return_by)
  if (lastWantedDay !== null && lastWantedDay < today && !namesDays) {
    throw fieldError('handover_at', VALIDATION.date)
  }
  const until =
    named.return_by ?? (lastWantedDay !== null && lastWantedDay >= from ? lastWantedDay : null)
  // An hour that has just passed may have been yesterday; a day that has passed is a mistake.
  if (named.handover_day && !handover_at && named.handover_day < today) {
    throw fieldError('handover_at', VALIDATION.date)
  }
  const first = from < today ? today : from
  checkDays({ from: first, until }, now, timeZone, { from: 'handover_at', until: 'return_by' })
  return { handover_at, from: first, until }
}

/**
 * The days as a database range, whose end is exclusive. Without a last day the range ends after {@link
 * OPEN_LOAN_DAYS}: a yes that came to nothing must not block the thing for ever.
 */
export function lentRange({ from, until }: LoanDays): string {
  const days = until === null ? OPEN_LOAN_DAYS : daysBetween(from, until) + 1
  const after = new Date(Date.parse(from) + days * DAY_MS).toISOString().slice(0, 10)
  return `[${from},${after})`
}
