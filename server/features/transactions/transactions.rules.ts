const HOUR_MS = 3_600_000
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

/** Far above any conversation between people, far below what a script would send. */
export function messageQuota(accountAgeMs: number): Quota {
  return { max: accountAgeMs < 7 * DAY_MS ? 60 : 240, windowMs: HOUR_MS }
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
}

/** Who looks at a transaction: a user, and whose letterbox it manages as a member of the household. */
export interface Speaker {
  id: string
  /** Null for everyone who is no member. */
  household_owner: string | null
}

/**
 * The side that somebody speaks for, or null. A household speaks for its letterbox in the name of
 * the owner: whatever the owner borrows elsewhere is no business of the others.
 */
export function sideOf(sides: TransactionSides, { id, household_owner }: Speaker): string | null {
  if (sides.borrower_id === id || sides.renter_id === id) return id
  return household_owner !== null && sides.renter_id === household_owner ? household_owner : null
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

/** Messages in a row are one reason to look, and so one mail. */
const MAIL_PAUSE_MS = 15 * 60_000

/**
 * Whether a message is worth a mail: not when the recipient was told of an unseen one just before.
 * @param previous the message before it in the transaction
 */
export function deservesMail(
  previous: { to_id: string | null; seen_at: Date | null; created_at: Date } | null,
  recipientId: string,
  now: Date,
): boolean {
  if (!previous || previous.to_id !== recipientId || previous.seen_at) return true
  return now.getTime() - previous.created_at.getTime() >= MAIL_PAUSE_MS
}
