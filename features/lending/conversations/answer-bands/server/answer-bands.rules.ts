import type { AnswerBand } from '#features/places/letterboxes/answer-bands.ts'
import { DAY_MS } from '#platform/shared/durations.ts'

/** Requests older than this say nothing about today. */
export const REMEMBERED_MS = 365 * DAY_MS
/** A request counts as unanswered only after this time; a later answer comes too late. */
const IN_TIME_MS = 7 * DAY_MS
/** A borrower who withdraws a request this soon has not waited for an answer. */
const THOUGHT_BETTER_MS = DAY_MS
/** Fewer requests than this say too little for a band. */
const FEWEST = 3

/** The parts of a request that show how its lender answers. */
export interface RequestToLender {
  created_at: Date
  /** When the lender's side first wrote or decided something. */
  answered_at: Date | null
  withdrawn_at: Date | null
  /**
   * When it ended by itself for a reason, for example because its days were promised to another borrower. A
   * lender who had not answered by then does not count as silent.
   */
  excused_at: Date | null
}

/** A sign-of-life question is missed after this time; from then on neighbours see the letterbox as silent. */
const SIGN_IN_TIME_MS = 21 * DAY_MS

/** The last question whether the letterbox still lends. */
export interface SignQuestion {
  asked_at: Date
  /** When the owner gave a sign of life in answer to it. */
  answered_at: Date | null
}

const since = (from: Date, to: Date) => to.getTime() - from.getTime()

function median(values: number[]): number {
  const sorted = values.sort((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = 0, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1)
  return (low + high) / 2
}

/** The outcome of a sign-of-life question; null if it is too old or can still be answered. */
function signOf({ asked_at, answered_at }: SignQuestion, now: Date): 'answered' | 'missed' | null {
  if (since(asked_at, now) > REMEMBERED_MS) return null
  if (answered_at && since(asked_at, answered_at) <= SIGN_IN_TIME_MS) return 'answered'
  return since(asked_at, now) > SIGN_IN_TIME_MS ? 'missed' : null
}

/**
 * How a lender usually answers, computed from the requests of the last twelve months. Requests that can still be
 * answered in time do not count, nor do those that were withdrawn at once or ended for a reason.
 *
 * The last sign-of-life question fills in when exactly one request is missing for a band: two requests and one
 * such question are enough to show that the lender is there. An answer counts as one within a day, no answer as a
 * missed request. With enough requests the question is ignored: one tap in a mail of ours means less than a yes
 * or no to a neighbour. It never counts with fewer than two requests, since a band that rests on our own mails
 * would promise what no neighbour has experienced.
 */
export function answerBand(
  requests: readonly RequestToLender[],
  now: Date,
  question: SignQuestion | null = null,
): AnswerBand {
  const times: number[] = []
  let unanswered = 0
  for (const { created_at, answered_at, withdrawn_at, excused_at } of requests) {
    const age = since(created_at, now)
    if (age > REMEMBERED_MS) continue
    const time = answered_at && since(created_at, answered_at)
    if (time !== null && time <= IN_TIME_MS) times.push(time)
    else if (withdrawn_at && since(created_at, withdrawn_at) < THOUGHT_BETTER_MS) continue
    else if (excused_at) continue
    else if (age > IN_TIME_MS) unanswered++
  }
  const isOneMissing = times.length + unanswered === FEWEST - 1
  const sign = isOneMissing && question ? signOf(question, now) : null
  if (sign === 'answered') times.push(DAY_MS)
  if (sign === 'missed') unanswered++
  const all = times.length + unanswered
  if (all < FEWEST) return 'new'
  const part = times.length / all
  if (part >= 2 / 3 && median(times) <= DAY_MS) return 'day'
  return part >= 1 / 2 ? 'days' : 'rarely'
}
