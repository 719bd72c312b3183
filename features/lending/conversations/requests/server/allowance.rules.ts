import { DAY_MS } from '#platform/shared/durations.ts'
import type { Limits } from '#platform/shared/settings/limits.ts'

const WEEK_MS = 7 * DAY_MS

/** The limits on how many conversations an account may start. */
type RequestLimits = Pick<
  Limits,
  'requests_first_day' | 'requests_first_week' | 'requests_a_day' | 'requests_unanswered'
>

/** A conversation that the account started. */
export interface BegunConversation {
  at: Date
  answered: boolean
}

export interface Allowance {
  left: number
  /** When more than `left` conversations may start. */
  more_at: Date
}

/**
 * Conversations dated later than the window were started before the clock was set back. They would count until
 * the clock reaches that time again.
 */
function countWithin(
  conversations: readonly BegunConversation[],
  windowMs: number,
  at: number,
): number {
  return conversations.filter((each) => Math.abs(at - each.at.getTime()) < windowMs).length
}

/** How many more conversations may start at an instant. */
function roomAt(
  limits: RequestLimits,
  conversations: readonly BegunConversation[],
  accountSince: number,
  at: number,
): number {
  const age = at - accountSince
  const within = (windowMs: number) => countWithin(conversations, windowMs, at)
  if (age < DAY_MS)
    return Math.min(
      limits.requests_first_day - within(DAY_MS),
      limits.requests_first_week - within(WEEK_MS),
    )
  if (age < WEEK_MS) return limits.requests_first_week - within(WEEK_MS)
  const unanswered = conversations.filter(({ answered }) => !answered)
  return Math.min(
    limits.requests_unanswered - countWithin(unanswered, WEEK_MS, at),
    limits.requests_a_day - within(DAY_MS),
  )
}

/** The first instant from `now` on at which `newRequests` conversations may start if no lender answers. */
export function roomFrom(
  limits: RequestLimits,
  conversations: readonly BegunConversation[],
  accountSince: Date,
  newRequests: number,
  now: Date,
): Date {
  const since = accountSince.getTime()
  const starts = [since, ...conversations.map(({ at }) => at.getTime())]
  const changes = starts.flatMap((start) => [start + DAY_MS, start + WEEK_MS])
  const instants = [now.getTime(), ...changes.filter((at) => at > now.getTime())].sort(
    (one, other) => one - other,
  )
  const firstWithRoom = instants.find(
    (at) => roomAt(limits, conversations, since, at) >= newRequests,
  )
  return new Date(firstWithRoom ?? now.getTime() + WEEK_MS)
}

/** @param conversations at least those of the last week */
export function allowanceOf(
  limits: RequestLimits,
  conversations: readonly BegunConversation[],
  accountSince: Date,
  now: Date,
): Allowance {
  const left = Math.max(0, roomAt(limits, conversations, accountSince.getTime(), now.getTime()))
  return { left, more_at: roomFrom(limits, conversations, accountSince, left + 1, now) }
}

/** How far back conversations count. */
export const ALLOWANCE_MS = WEEK_MS
