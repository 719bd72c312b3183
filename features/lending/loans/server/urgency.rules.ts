import type { LoanSide } from '#features/lending/conversations/transactions/loan-steps.ts'
import {
  daysAfter,
  HANDOVER_GRACE_MS,
  nextWaking,
} from '#features/lending/conversations/transactions/server/door.ts'
import { instantOfDay } from '#platform/server/community-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'

/** A request, as far as it decides how urgent the answer is. */
export interface WaitingRequest {
  /** When the days below were named: as the request was made, or other days were proposed. */
  wanted_at: Date
  /** Days where the community lives, the last one included; null: no matter when. */
  wanted_from: string | null
  wanted_until: string | null
  /** Whose days these are. */
  dates_by: LoanSide
  /** When the lender's side first said something. */
  answered_at: Date | null
  /** When the lender's side last wrote without a step since. */
  written_at: Date | null
  /** When the borrower's side last wrote since the days were named. */
  borrower_wrote_at: Date | null
  /** The last activity. */
  updated_at: Date
}

export interface WaitingPlan {
  /** When whoever has to decide is reminded. A reminder that would come too late, or too soon after the last one, is left out. */
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
 * So often somebody who has written is reminded to decide, about one question: in two pauses of a talk, twice in each.
 * Whoever has read that four times knows it, and a fifth would only teach them to leave our mails unread.
 */
const MOST_DECISIONS = 4
/** So often "is this a yes?" is asked about one question; reminders follow. */
const MOST_YES_QUESTIONS = 3
/** Words typed on the page are asked about once their writer has left without a step. */
const LEFT_MS = 5 * MINUTE_MS

/**
 * Whom a request waits for, and how: a lender who has said nothing about these days; one who has written words, which
 * are neither an answer nor silence; a borrower to whom the lender proposed other days.
 */
export type WaitsFor = 'answer' | 'decision' | 'agreement'

export function waitsForWhat({
  dates_by,
  written_at,
}: Pick<WaitingRequest, 'dates_by' | 'written_at'>): WaitsFor {
  if (dates_by === 'lender') return 'agreement'
  return written_at === null ? 'answer' : 'decision'
}

/**
 * What happens by itself to a request without a yes, and when. The nearer the wanted day, the sooner: of the time that
 * is left until it begins (until it ends, where it is today) whoever has to decide is reminded after a third and after two
 * thirds, but after one and after four days at the latest; the borrower is offered others after half of it; and with the
 * last wanted day the request ends. Where something was said, it is counted from the last word of either side: nobody is
 * reminded while both are writing. Nobody is told anything at night: what would come then comes in the morning.
 * @param timeZone where the community lives
 */
export function waitingPlan(request: WaitingRequest, timeZone: string): WaitingPlan {
  const { wanted_at, updated_at, wanted_from } = request
  const waitsFor = waitsForWhat(request)
  const since = (waitsFor === 'answer' ? wanted_at : updated_at).getTime()
  const endsAt = endOf(request, timeZone)
  const left = Math.min(neededBy(since, wanted_from, timeZone) - since, UNANSWERED_MS)
  const tellAfter = (wait: number): Date | null => {
    const at = nextWaking(timeZone, new Date(since + Math.max(wait, SOONEST_MS)))
    return at < endsAt ? at : null
  }
  const first = tellAfter(Math.min(left / 3, DAY_MS))
  const second = tellAfter(Math.min((left * 2) / 3, 4 * DAY_MS))
  const isApart = first && second && second.getTime() - first.getTime() >= APART_MS
  const isOffered = wanted_from !== null && waitsFor !== 'agreement'
  return {
    remindAt: { first, second: isApart ? second : null },
    offerAt: isOffered ? tellAfter(left / 2) : null,
    endsAt,
  }
}

const latest = (instants: readonly Date[]): Date | undefined =>
  instants.toSorted((a, b) => a.getTime() - b.getTime()).at(-1)

/**
 * When a lender who has written is asked "is this a yes?"; asked again only once both sides have written since. Where the days are the lender's own, it is a yes only to what the borrower wrote about them.
 * @param isReply the words came by mail, so that nothing on the page has asked
 * @param asked when it was asked before
 */
export function yesQuestionAt(
  request: WaitingRequest,
  isReply: boolean,
  asked: readonly Date[],
): Date | null {
  const { wanted_at, dates_by, written_at, borrower_wrote_at, updated_at } = request
  if (written_at === null) return null
  if (dates_by === 'lender' && (borrower_wrote_at === null || written_at < borrower_wrote_at)) {
    return null
  }
  const askedOfThese = asked.filter((at) => at >= wanted_at)
  const lastAsked = latest(askedOfThese)
  const isAsked =
    lastAsked !== undefined &&
    (written_at <= lastAsked || borrower_wrote_at === null || borrower_wrote_at <= lastAsked)
  if (isAsked || askedOfThese.length >= MOST_YES_QUESTIONS) return null
  return isReply ? written_at : new Date(updated_at.getTime() + LEFT_MS)
}

/** What was sent already, about these days and earlier ones. */
export interface SentReminders {
  decisions: readonly Date[]
  yesQuestions: readonly Date[]
}

/**
 * When whoever has to decide after words, or about the lender's days, is reminded next: twice in a pause, written or
 * not, at most {@link MOST_DECISIONS} times about the same days. "Is this a yes?" keeps the same distance.
 */
export function decisionReminderAt(
  request: WaitingRequest,
  sent: SentReminders,
  timeZone: string,
): Date | null {
  const { wanted_at, updated_at } = request
  if (waitsForWhat(request) === 'answer') return null
  const { remindAt, endsAt } = waitingPlan(request, timeZone)
  const decisions = sent.decisions.filter((at) => at >= wanted_at)
  if (decisions.length >= MOST_DECISIONS) return null
  const inPause = decisions.filter((at) => at >= updated_at).length
  const planned = inPause === 0 ? remindAt.first : inPause === 1 ? remindAt.second : null
  if (planned === null) return null
  const lastSent = latest([...decisions, ...sent.yesQuestions])
  const soonest = (lastSent?.getTime() ?? 0) + APART_MS
  const at = nextWaking(timeZone, new Date(Math.max(planned.getTime(), soonest)))
  return at < endsAt ? at : null
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
function neededBy(since: number, firstDay: string | null, timeZone: string): number {
  if (firstDay === null) return Number.POSITIVE_INFINITY
  const begin = instantOfDay(firstDay, timeZone).getTime()
  if (begin > since) return begin
  const end = endOfDay(firstDay, timeZone)
  // Whoever still talks about a day that has passed means another one.
  return end > since ? end : Number.POSITIVE_INFINITY
}

const endOfDay = (day: string, timeZone: string): number =>
  instantOfDay(daysAfter(day, 1), timeZone).getTime()

function endOf(request: WaitingRequest, timeZone: string): Date {
  const { wanted_at, wanted_from, wanted_until, answered_at, updated_at } = request
  const lastDay = wanted_until ?? wanted_from
  const passed = lastDay === null ? Number.POSITIVE_INFINITY : endOfDay(lastDay, timeZone)
  if (answered_at === null) {
    return new Date(Math.min(wanted_at.getTime() + UNANSWERED_MS, passed))
  }
  const silentSince = updated_at.getTime()
  return new Date(Math.min(silentSince + UNDECIDED_MS, Math.max(passed, silentSince + TALKING_MS)))
}
