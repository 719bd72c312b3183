import { daysAfter, HANDOVER_GRACE_MS, nextWaking } from '#features/transactions/server/door.ts'
import { instantOfDay } from '#platform/server/community-day.ts'
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'

/** A request, as far as it decides how urgent the answer is. */
export interface WaitingRequest {
  created_at: Date
  /** Days where the community lives, the last one included; null: no matter when. */
  wanted_from: string | null
  wanted_until: string | null
  /** When the lender's side first said something. */
  answered_at: Date | null
  /** The last activity. */
  updated_at: Date
}

export interface WaitingPlan {
  /** When the lender is reminded. A reminder that would come too late, or too soon after the last one, is left out. */
  remindAt: { first: Date | null; second: Date | null }
  /** When the borrower is told that others could be asked; null where no day is wanted, or no time is left. */
  offerAt: Date | null
  /** When the request ends by itself. */
  endsAt: Date
}

/** A request that nobody answers ends this long after it was made. */
const UNANSWERED_MS = 7 * DAY_MS
/** A request that was answered, but not decided, ends this long after the last activity. */
const UNDECIDED_MS = 30 * DAY_MS
/** Whoever still talks about a day that has passed means another one: so long nothing ends. */
const TALKING_MS = 2 * DAY_MS
/** Nobody is reminded sooner than this after the request, or again sooner than that. */
const SOONEST_MS = HOUR_MS
const APART_MS = 6 * HOUR_MS

/**
 * What happens by itself to a request without a yes, and when. The nearer the wanted day, the sooner: of the time that
 * is left until it begins (until it ends, where it is today) the lender is reminded after a third and after two thirds,
 * but after one and after four days at the latest; the borrower is offered others after half of it; and with the last
 * wanted day the request ends. Nobody is told anything at night: what would come then comes in the morning.
 * @param timeZone where the community lives
 */
export function waitingPlan(request: WaitingRequest, timeZone: string): WaitingPlan {
  const { created_at, wanted_from, answered_at } = request
  const created = created_at.getTime()
  const endsAt = endOf(request, timeZone)
  const left = Math.min(neededBy(created, wanted_from, timeZone) - created, UNANSWERED_MS)
  const tellAfter = (wait: number): Date | null => {
    const at = nextWaking(timeZone, new Date(created + Math.max(wait, SOONEST_MS)))
    return at < endsAt ? at : null
  }
  if (answered_at !== null)
    return { remindAt: { first: null, second: null }, offerAt: null, endsAt }
  const first = tellAfter(Math.min(left / 3, DAY_MS))
  const second = tellAfter(Math.min((left * 2) / 3, 4 * DAY_MS))
  const isApart = first && second && second.getTime() - first.getTime() >= APART_MS
  return {
    remindAt: { first, second: isApart ? second : null },
    offerAt: wanted_from === null ? null : tellAfter(left / 2),
    endsAt,
  }
}

/** A question for other days of what is agreed or out. */
export interface DaysQuestion {
  asked_at: Date
  /** What is agreed. */
  handover_at: Date | null
  return_by: string | null
  /** What is asked for instead; null: as agreed. */
  asked_handover_at: Date | null
  asked_return_by: string | null
}

interface DaysPlan {
  /** When the other side is reminded, once; null where it would come too late. */
  remindAt: Date | null
  /** When the question ends by itself, since nobody could say yes to it any more. */
  endsAt: Date
}

/**
 * What happens by itself to a question for other days, and when. An answer is needed before the first of the days that it
 * is about, the agreed ones and the others: then somebody is on the way, or brings the thing back. After half of the time
 * until then, or after a day, the other side is reminded, never at night; where the morning would be too late, soon after
 * the question. With the first day asked for that has passed
 * the question ends, and what was agreed stands.
 * @param timeZone where the community lives
 */
export function daysPlan(question: DaysQuestion, timeZone: string): DaysPlan {
  const { handover_at, return_by, asked_handover_at, asked_return_by } = question
  const asked = question.asked_at.getTime()
  const ofHandover = asked_handover_at && [asked_handover_at, handover_at]
  const ofReturn = asked_return_by === null ? null : [asked_return_by, return_by]
  const needed = [
    ...(ofHandover ?? []).map((at) => at?.getTime() ?? Number.POSITIVE_INFINITY),
    ...(ofReturn ?? []).map((day) => neededBy(asked, day, timeZone)),
  ].filter((at) => at > asked)
  const endsAt = new Date(
    Math.min(
      asked_handover_at
        ? asked_handover_at.getTime() + HANDOVER_GRACE_MS
        : Number.POSITIVE_INFINITY,
      asked_return_by ? endOfDay(asked_return_by, timeZone) : Number.POSITIVE_INFINITY,
    ),
  )
  const neededAt = Math.min(...needed)
  const tellAfter = (wait: number) => nextWaking(timeZone, new Date(asked + wait))
  const half = tellAfter(Math.max(Math.min((neededAt - asked) / 2, DAY_MS), SOONEST_MS))
  const remindAt = half.getTime() < neededAt ? half : tellAfter(SOONEST_MS)
  return { remindAt: remindAt < endsAt ? remindAt : null, endsAt }
}

/** Until when an answer is in time: before the first wanted day, or while it lasts where it is today. */
function neededBy(created: number, firstDay: string | null, timeZone: string): number {
  if (firstDay === null) return Number.POSITIVE_INFINITY
  const begin = instantOfDay(firstDay, timeZone).getTime()
  return begin > created ? begin : endOfDay(firstDay, timeZone)
}

const endOfDay = (day: string, timeZone: string): number =>
  instantOfDay(daysAfter(day, 1), timeZone).getTime()

function endOf(request: WaitingRequest, timeZone: string): Date {
  const { created_at, wanted_from, wanted_until, answered_at, updated_at } = request
  const lastDay = wanted_until ?? wanted_from
  const passed = lastDay === null ? Number.POSITIVE_INFINITY : endOfDay(lastDay, timeZone)
  if (answered_at === null) {
    return new Date(Math.min(created_at.getTime() + UNANSWERED_MS, passed))
  }
  const silentSince = updated_at.getTime()
  return new Date(Math.min(silentSince + UNDECIDED_MS, Math.max(passed, silentSince + TALKING_MS)))
}
