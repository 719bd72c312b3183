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

/**
 * Far above any conversation between people, far below what a script would send. All of them apply
 * at the same time.
 */
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
 * Seconds to wait until the quota has room, or null when it has.
 * @param oldestCounted the `max`-th newest thing sent; null when there are fewer than `max`.
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

/** The other side; null after its account was deleted. */
export function otherSide(sides: Sides, side: string): string | null {
  return sides.borrower_id === side ? sides.lender_id : sides.borrower_id
}

/** Which side a party of a transaction is. */
export const sideOf = (sides: { borrower_id: string | null }, id: string): LoanSide =>
  sides.borrower_id === id ? 'borrower' : 'lender'

/**
 * Checks that days are today or later, and not further ahead than {@link LOAN_MAX_DAYS}.
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
  /** Null: nobody said. */
  until: string | null
}

interface WantedDays {
  wanted_from: string | null
  wanted_until: string | null
}

/** Whoever answers on the way to the handover may name a time that has just passed. */
export const HANDOVER_GRACE_MS = 12 * HOUR_MS

/** What the lender names with a yes. */
interface NamedDays {
  handover_at?: string | null | undefined
  /** Counts where no hour is named. */
  handover_day?: string | null | undefined
  return_by?: string | null | undefined
}

/**
 * The days of a yes: what the lender names, else what the borrower wanted, as far as it has not
 * passed.
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
  // A late yes to days that are over means other ones, which have to be named.
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
 * As the database writes a range of days: the last one excluded. Where nobody said until when, it ends
 * after {@link OPEN_LOAN_DAYS}: a yes that came to nothing keeps the thing from nobody for ever.
 */
export function lentRange({ from, until }: LoanDays): string {
  const days = until === null ? OPEN_LOAN_DAYS : daysBetween(from, until) + 1
  const after = new Date(Date.parse(from) + days * DAY_MS).toISOString().slice(0, 10)
  return `[${from},${after})`
}

/**
 * The instant of what comes next in a history. Strictly later than what is last there, in whole
 * milliseconds, so that the order stays that in which it was written, and paging by time neither skips
 * nor repeats anything, whatever the clocks of the processes say.
 */
export function nextInstant(now: Date, previous: Date | null): Date {
  return new Date(Math.max(now.getTime(), (previous?.getTime() ?? 0) + 1))
}

/** Whoever had the conversation in view this long ago, or less, may look again by themselves. */
const VIEW_MS = MINUTE_MS

/** What somebody has seen and was told of a transaction. */
export interface View {
  /** The last time it was in view. */
  viewed_at: Date | null
  /** The message that a mail was written about, which has not led to opening the conversation yet. */
  told_of: string | null
}

/**
 * In how many seconds to tell somebody that a message came. While the conversation is in view
 * nobody is told, and waiting finds out whether it still is.
 */
export function secondsUntilTold(view: View | null, now: Date): number {
  const waitMs = (view?.viewed_at?.getTime() ?? 0) + VIEW_MS - now.getTime()
  // Never longer than that, also where the clock was set back meanwhile.
  return Math.max(0, Math.ceil(Math.min(waitMs, VIEW_MS) / SECOND_MS))
}
