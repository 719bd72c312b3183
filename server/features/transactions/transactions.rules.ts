const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** At most `max` in any `windowMs`. */
export interface Quota {
  max: number
  windowMs: number
}

/** How many neighbours an account may newly ask: few on its first day, since scams come from new ones. */
export function newTransactionQuota(accountAgeMs: number): Quota {
  const max = accountAgeMs < DAY_MS ? 10 : accountAgeMs < 7 * DAY_MS ? 20 : 50
  return { max, windowMs: DAY_MS }
}

/** Far above any conversation between people, far below what a script would send; all of them hold. */
export function messageQuotas(accountAgeMs: number): Quota[] {
  return [
    { max: 30, windowMs: MINUTE_MS },
    { max: accountAgeMs < 7 * DAY_MS ? 60 : 240, windowMs: HOUR_MS },
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
  return waitMs > 0 ? Math.ceil(waitMs / 1000) : null
}

export interface TransactionSides {
  borrower_id: string | null
  renter_id: string | null
  created_at: Date
}

/** Who looks at a transaction: a user, and whose letterbox it manages as a member of the household. */
export interface Speaker {
  id: string
  /** Null for everyone who is no member. */
  household: { owner: string; since: Date } | null
}

/** What was asked of a letterbox before somebody joined stays with whom it was written to. */
export const isOfMember = (asked: { created_at: Date }, since: Date): boolean =>
  asked.created_at.getTime() >= since.getTime()

/**
 * The side that somebody speaks for, or null. A household speaks for its letterbox in the name of
 * the owner: whatever the owner borrows elsewhere is no business of the others.
 */
export function sideOf(sides: TransactionSides, { id, household }: Speaker): string | null {
  if (sides.borrower_id === id || sides.renter_id === id) return id
  if (household === null || sides.renter_id !== household.owner) return null
  return isOfMember(sides, household.since) ? household.owner : null
}

/** The other side; null after its account was deleted. */
export function otherSide(sides: TransactionSides, side: string): string | null {
  return sides.borrower_id === side ? sides.renter_id : sides.borrower_id
}

/**
 * The instant a new message gets. Strictly later than the one before it, in whole milliseconds, so
 * that paging by time neither skips nor repeats one, whatever the clocks of the processes say.
 */
export function messageTime(now: Date, previous: Date | null): Date {
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
 * In how many seconds to mail somebody that a message came: one mail until the conversation is
 * opened, and none while it is in view, which is found out by waiting. Null for no mail.
 */
export function secondsUntilMail(view: View | null, now: Date): number | null {
  if (view?.told_of) return null
  const waitMs = (view?.viewed_at?.getTime() ?? 0) + VIEW_MS - now.getTime()
  // No longer where the clock was set back meanwhile.
  return Math.max(0, Math.ceil(Math.min(waitMs, VIEW_MS) / 1000))
}
