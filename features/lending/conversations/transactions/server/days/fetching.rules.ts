import { OPEN_LOAN_DAYS } from '../../transaction-limits.ts'
import { daysAfter, firstDayOf, lastDayOf } from './loan-clock.ts'

/** So many days after the agreed one both sides are asked whether the thing was fetched. */
const ASKED_AFTER = 3
/** For at least so many days the question waits for an answer. */
const ANSWER_DAYS = 4
/** A question that could not be asked for so long is not asked any more: nobody remembers. */
const ASKED_WITHIN = 14

/** What is agreed, and not handed over as far as anybody has said. */
interface Promised {
  /** `[2026-11-21,2026-11-23)` */
  lent: string
  return_by: string | null
}

export interface FetchPlan {
  /** The day that was agreed for the hand-over. */
  agreed_on: string
  /** From this day on both sides are asked whether it happened. */
  asked_from: string
  /** From this day on nobody is asked any more who was not before. */
  asked_until: string
  /** The day on which it ends as not fetched without an answer, where the question was asked in time. */
  ends_on: string
}

const earlierOf = (one: string, other: string) => (one < other ? one : other)
const laterOf = (one: string, other: string) => (one < other ? other : one)

/**
 * What happens by itself to a promise of which nobody says that the thing was handed over. Both sides are asked three
 * days after the agreed day, or on the day of the return where that is sooner, since a reminder to bring it back would
 * be for nothing. Whoever fetched it and pressed nothing keeps the loan: it ends when the agreed days are over, but not
 * before the question has waited four days, and two weeks after the agreed day at the latest, as a promise without a day
 * for the return does.
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
 * @param askedOn the day on which both sides were asked; null for never
 */
export function endsUnfetched(
  { ends_on, asked_until }: FetchPlan,
  askedOn: string | null,
  today: string,
): boolean {
  if (today < ends_on) return false
  return askedOn === null ? today >= asked_until : daysAfter(askedOn, ANSWER_DAYS) <= today
}
