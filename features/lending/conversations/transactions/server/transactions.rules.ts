import { dayIn, daysBetween } from '#platform/server/community-day.ts'
import { fieldError } from '#platform/server/http/errors.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import type { Limits } from '#platform/shared/settings/limits.ts'
import type { LoanSide } from '../loan-steps.ts'
import type { TransactionRow } from '../tables.ts'
import { LOAN_MAX_DAYS, OPEN_LOAN_DAYS } from '../transaction-limits.ts'

/** At most `max` messages in any `windowMs`. */
export interface Quota {
  max: number
  windowMs: number
}

/** Far above any conversation between people, far below what a script would send. All of them apply together. */
export function messageQuotas(
  limits: Pick<Limits, 'messages_first_week' | 'messages_an_hour'>,
  accountAgeMs: number,
): Quota[] {
  const { messages_first_week, messages_an_hour } = limits
  return [
    { max: 30, windowMs: MINUTE_MS },
    { max: accountAgeMs < 7 * DAY_MS ? messages_first_week : messages_an_hour, windowMs: HOUR_MS },
  ]
}

/**
 * Seconds to wait until the quota has room, or null if it has room now.
 * @param oldestCounted time of the `max`-th newest message; null if there are fewer than `max`.
 */
export function secondsUntilRoom(
  quota: Quota,
  oldestCounted: Date | null,
  now: Date,
): number | null {
  if (!oldestCounted) return null
  const waitMs = oldestCounted.getTime() + quota.windowMs - now.getTime()
  return waitMs > 0 ? Math.ceil(waitMs / SECOND_MS) : null
}

type Sides = Pick<TransactionRow, 'borrower_id' | 'lender_id'>

/** The other side; null if its account was deleted. */
export function otherSide(sides: Sides, side: string): string | null {
  return sides.borrower_id === side ? sides.lender_id : sides.borrower_id
}

/** Which side a party of a transaction is. */
export const sideOf = (sides: { borrower_id: string | null }, id: string): LoanSide =>
  sides.borrower_id === id ? 'borrower' : 'lender'

/**
 * Checks that days are today or later, and at most {@link LOAN_MAX_DAYS} ahead.
 * @throws {AppError} validation of `field` or `untilField`
 */
export function checkDays(
  { from, until }: { from: string; until: string | null },
  now: Date,
  timeZone: string,
  fields: { from: string; until: string } = { from: 'wanted_from', until: 'wanted_until' },
): void {
  const today = dayIn(timeZone, now)
  const far = (day: string) => daysBetween(today, day) > LOAN_MAX_DAYS
  if (from < today || far(from)) throw fieldError(fields.from, VALIDATION.date)
  if (until === null) return
  if (until < from) throw fieldError(fields.until, VALIDATION.endBeforeStart)
  if (far(until)) throw fieldError(fields.until, VALIDATION.date)
}

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

/**
 * The time of the next history entry: strictly later than the last one, in whole milliseconds, so that entries
 * keep the order in which they were written, and paging by time neither skips nor repeats any, even if the clocks
 * of the processes differ.
 */
export function nextInstant(now: Date, previous: Date | null): Date {
  return new Date(Math.max(now.getTime(), (previous?.getTime() ?? 0) + 1))
}

/** A user who viewed the conversation this recently may still have it open. */
const VIEW_MS = MINUTE_MS

/** What a user has seen of a transaction and was notified of. */
export interface View {
  /** When the user last had it open. */
  viewed_at: Date | null
  /** The message that was mailed; null once the conversation has been opened since. */
  told_of: string | null
}

/**
 * Delay in seconds until a user is notified of a message. A user who has the conversation open needs no
 * notification; after the delay it is checked again.
 */
export function secondsUntilTold(view: View | null, now: Date): number {
  const waitMs = (view?.viewed_at?.getTime() ?? 0) + VIEW_MS - now.getTime()
  // Never longer than that, even if the clock was set back meanwhile.
  return Math.max(0, Math.ceil(Math.min(waitMs, VIEW_MS) / SECOND_MS))
}
