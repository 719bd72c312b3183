import { daysAfter } from '#features/lending/conversations/days/server/door.ts'
import type { LoanSide } from '#features/lending/conversations/transactions/loan-steps.ts'
import { instantOfDay } from '#platform/server/community-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { nextWaking } from './loan-clock.ts'
import { HANDOVER_GRACE_MS } from './loan-days.rules.ts'

/** The parts of a request that decide how urgent the answer is. */
export interface WaitingRequest {
  /** When these days were named: with the request, or when other days were proposed. */
  wanted_at: Date
  /** Days in the community's time zone, the last one included; null for any time. */
  wanted_from: string | null
  wanted_until: string | null
  /** The side that named these days. */
  dates_by: LoanSide
  /** When the lender's side first wrote or decided something. */
  answered_at: Date | null
  /** When the lender's side last wrote without taking a step since. */
  written_at: Date | null
  /** When the borrower's side last wrote since these days were named. */
  borrower_wrote_at: Date | null
  /** When either side last wrote or did something. */
  updated_at: Date
}

export interface WaitingPlan {
  /**
   * When the side that has to decide is reminded. Skips a reminder that would be too late or too soon after the
   * last one.
   */
  remindAt: { first: Date | null; second: Date | null }
  /** When the borrower is offered other lenders; null if no day is wanted or no time is left. */
  offerAt: Date | null
  /** When the request expires. */
  endsAt: Date
}

/** An unanswered request expires this long after it was made. */
const UNANSWERED_MS = 7 * DAY_MS
/** A request that was answered but not decided expires this long after the last activity. */
const UNDECIDED_MS = 30 * DAY_MS
/** People who still write about a day that has passed mean another day: within this time nothing expires. */
const TALKING_MS = 2 * DAY_MS
/** Minimum time from a request to its first reminder, and between two reminders. */
const SOONEST_MS = HOUR_MS
const APART_MS = 6 * HOUR_MS
/**
 * How often a side that wrote is reminded to decide about the same days: twice in each of two pauses. More than
 * four reminders would only teach people to ignore our mails.
 */
const MOST_DECISIONS = 4
/** How often "is this a yes?" is asked about the same days; reminders follow. */
const MOST_YES_QUESTIONS = 3
/** For messages typed in the app, ask after this time, when their writer has left without taking a step. */
const LEFT_MS = 5 * MINUTE_MS

/**
 * What a request waits for: an answer from a lender who has said nothing about these days; a decision from one
 * who wrote, which counts neither as an answer nor as silence; or the agreement of a borrower to whom the lender
 * proposed other days.
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
 * The automatic steps for a request without a yes, and their times. The nearer the wanted day, the sooner they
 * happen. The available time runs until the wanted day begins, or until it ends if it is today. The side that has
 * to decide is reminded after one third and two thirds of it, but at the latest after one and four days. The
 * borrower is offered other lenders after half of it. The request expires with the last wanted day. Once a side
 * has written, times count from the last message, so that no one is reminded while both are writing. Nothing is
 * sent at night; it waits until the morning.
 * @param timeZone the community's time zone
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
 * When a lender who wrote is asked "is this a yes?"; asked again only after both sides have written since. If the
 * lender proposed the days, it is asked only after the borrower has written about them.
 * @param isReply the message came by mail, so the app has not asked on the page
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

/** Reminders sent already, about these days and earlier ones. */
export interface SentReminders {
  decisions: readonly Date[]
  yesQuestions: readonly Date[]
}

/**
 * When the side that has to decide after a message, or about the lender's days, is reminded next: twice per
 * pause, at most {@link MOST_DECISIONS} times about the same days. "Is this a yes?" keeps the same distance.
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

/** A proposed change of the days of an agreed or handed-over loan. */
export interface DaysQuestion {
  asked_at: Date
  /** The agreed days. */
  handover_at: Date | null
  return_by: string | null
  /** The proposed days; null if unchanged. */
  asked_handover_at: Date | null
  asked_return_by: string | null
}

interface DaysPlan {
  /** When the other side is reminded, once; null if that would be too late. */
  remindAt: Date | null
  /** When the proposal expires because it could no longer be accepted. */
  endsAt: Date
}

/**
 * The automatic steps for a proposed change of days, and their times. An answer is needed before the first of the
 * days concerned, agreed or proposed: on that day a person may be on the way. The other side is reminded after
 * half of the time until then, at most after a day, and never at night; if the next morning would be too late,
 * soon after the proposal. The proposal expires when the first proposed day has passed; the agreed days hold.
 * @param timeZone the community's time zone
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

/** The deadline for a timely answer: the start of the first wanted day, or its end if it is today. */
function neededBy(since: number, firstDay: string | null, timeZone: string): number {
  if (firstDay === null) return Number.POSITIVE_INFINITY
  const begin = instantOfDay(firstDay, timeZone).getTime()
  if (begin > since) return begin
  const end = endOfDay(firstDay, timeZone)
  // People who still write about a day that has passed mean another day.
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
