import { DAY_MS } from '#platform/shared/durations.ts'
import type { Limits } from '#platform/shared/settings/limits.ts'

const WEEK_MS = 7 * DAY_MS

/** Conversations that an account may begin. */
type RequestLimits = Pick<
  Limits,
  'requests_first_day' | 'requests_first_week' | 'requests_a_day' | 'requests_unanswered'
>

/** A conversation that the account began. */
export interface Asked {
  at: Date
  answered: boolean
}

/** What an account may begin now. */
export interface Allowance {
  left: number
  /** When one more than these may begin. */
  more_at: Date
}

/** What is dated later than a window was begun before the clock was set back: it would count until then. */
function countWithin(asked: readonly Asked[], windowMs: number, at: number): number {
  return asked.filter((each) => Math.abs(at - each.at.getTime()) < windowMs).length
}

/** How many more conversations may begin at an instant. */
function roomAt(
  limits: RequestLimits,
  asked: readonly Asked[],
  accountSince: number,
  at: number,
): number {
  const age = at - accountSince
  const within = (windowMs: number) => countWithin(asked, windowMs, at)
  if (age < DAY_MS)
    return Math.min(
      limits.requests_first_day - within(DAY_MS),
      limits.requests_first_week - within(WEEK_MS),
    )
  if (age < WEEK_MS) return limits.requests_first_week - within(WEEK_MS)
  const unanswered = asked.filter(({ answered }) => !answered)
  return Math.min(
    limits.requests_unanswered - countWithin(unanswered, WEEK_MS, at),
    limits.requests_a_day - within(DAY_MS),
  )
}

/** The first instant from `now` on at which `wanted` conversations may begin, if nobody answers. */
export function roomFrom(
  limits: RequestLimits,
  asked: readonly Asked[],
  accountSince: Date,
  wanted: number,
  now: Date,
): Date {
  const since = accountSince.getTime()
  const starts = [since, ...asked.map(({ at }) => at.getTime())]
  const changes = starts.flatMap((start) => [start + DAY_MS, start + WEEK_MS])
  const instants = [now.getTime(), ...changes.filter((at) => at > now.getTime())].sort(
    (one, other) => one - other,
  )
  const found = instants.find((at) => roomAt(limits, asked, since, at) >= wanted)
  return new Date(found ?? now.getTime() + WEEK_MS)
}

/** @param asked of the last week at least */
export function allowanceOf(
  limits: RequestLimits,
  asked: readonly Asked[],
  accountSince: Date,
  now: Date,
): Allowance {
  const left = Math.max(0, roomAt(limits, asked, accountSince.getTime(), now.getTime()))
  return { left, more_at: roomFrom(limits, asked, accountSince, left + 1, now) }
}

/** As far back as conversations count. */
export const ALLOWANCE_MS = WEEK_MS
