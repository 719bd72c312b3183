const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const WEEK_MS = 7 * DAY_MS

/** Conversations that an account may begin: few while it is new, since scams come from new ones. */
const FIRST_DAY = 3
const FIRST_WEEK = 10
/** Of an account past its first week: those of a week that nobody has answered yet. */
const UNANSWERED_A_WEEK = 10
const A_DAY = 50

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
function roomAt(asked: readonly Asked[], accountSince: number, at: number): number {
  const age = at - accountSince
  const within = (windowMs: number) => countWithin(asked, windowMs, at)
  if (age < DAY_MS) return Math.min(FIRST_DAY - within(DAY_MS), FIRST_WEEK - within(WEEK_MS))
  if (age < WEEK_MS) return FIRST_WEEK - within(WEEK_MS)
  const unanswered = asked.filter(({ answered }) => !answered)
  return Math.min(UNANSWERED_A_WEEK - countWithin(unanswered, WEEK_MS, at), A_DAY - within(DAY_MS))
}

/** The first instant from `now` on at which `wanted` conversations may begin, if nobody answers. */
export function roomFrom(
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
  const found = instants.find((at) => roomAt(asked, since, at) >= wanted)
  return new Date(found ?? now.getTime() + WEEK_MS)
}

/** @param asked of the last week at least */
export function allowanceOf(asked: readonly Asked[], accountSince: Date, now: Date): Allowance {
  const left = Math.max(0, roomAt(asked, accountSince.getTime(), now.getTime()))
  return { left, more_at: roomFrom(asked, accountSince, left + 1, now) }
}

/** As far back as conversations count. */
export const ALLOWANCE_MS = WEEK_MS
