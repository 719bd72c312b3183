import { OPEN_LOAN_DAYS } from '#features/lending/conversations/transactions/transaction-limits.ts'
import { daysAfter, firstDayOf, lastDayOf } from './day-ranges.ts'

/** Days after the agreed one on which both sides are asked whether the thing was fetched. */
const ASKED_AFTER = 3
/** Minimum number of days that the question waits for an answer. */
const ANSWER_DAYS = 4
/** Days after which the question is no longer asked: neither side would remember. */
const ASKED_WITHIN = 14

/** An agreed loan that, as far as we know, was not handed over. */
interface Promised {
  /** `[2026-11-21,2026-11-23)` */
  lent: string
  return_by: string | null
}

export interface FetchPlan {
  /** The day agreed for the hand-over. */
  agreed_on: string
  /** From this day on both sides are asked whether it happened. */
  asked_from: string
  /** From this day on the question is not asked if it was not asked before. */
  asked_until: string
  /** The day on which it ends as not fetched if the question was asked in time and not answered. */
  ends_on: string
}

const earlierOf = (one: string, other: string) => (one < other ? one : other)
const laterOf = (one: string, other: string) => (one < other ? other : one)

/**
 * The automatic steps for a promise that neither side has marked as handed over. Both sides are asked three days
 * after the agreed day, or on the return day if that is sooner, since a reminder to return the thing would make
 * no sense. A borrower who fetched it without marking it keeps the loan: it ends when the agreed days are over,
 * but not before the question has waited four days. Two weeks after the agreed day is the latest, as for a
 * promise without a return day.
 */
export function fetchPlan({ lent, return_by }: Promised): FetchPlan {
  const agreed_on = firstDayOf(lent)
  const usual = daysAfter(agreed_on, ASKED_AFTER)
  const asked_from = earlierOf(usual, laterOf(return_by ?? usual, daysAfter(agreed_on, 1)))
  return {
    agreed_on,
    asked_from,
    asked_until: daysAfter(asked_from, ASKED_WITHIN),
    ends_on: earlierOf(
      laterOf(daysAfter(usual, ANSWER_DAYS), daysAfter(lastDayOf(lent), 1)),
      daysAfter(agreed_on, OPEN_LOAN_DAYS),
    ),
  }
}

/**
 * Whether such a promise ends now.
 * @param askedOn the day on which both sides were asked; null if never
 */
export function endsUnfetched(
  { ends_on, asked_until }: FetchPlan,
  askedOn: string | null,
  today: string,
): boolean {
  if (today < ends_on) return false
  return askedOn === null ? today >= asked_until : daysAfter(askedOn, ANSWER_DAYS) <= today
}
