import type { AnswerBand } from '#features/places/letterboxes/answer-bands.ts'
import { DAY_MS } from '#platform/shared/durations.ts'

/** Requests older than this say nothing about today. */
export const REMEMBERED_MS = 365 * DAY_MS
/**
 * Only after this time does a request without an answer count as unanswered, and an answer after it
 * comes too late.
 */
const IN_TIME_MS = 7 * DAY_MS
/** Whoever withdraws a request this soon has not waited for an answer. */
const THOUGHT_BETTER_MS = DAY_MS
/** Fewer requests tell nothing. */
const FEWEST = 3

/** A request, as far as it tells how the lender answers. */
export interface RequestToLender {
  created_at: Date
  /** When the lender's side first wrote or decided something. */
  answered_at: Date | null
  withdrawn_at: Date | null
  /**
   * When it ended by itself for a reason, such as that its days were promised to somebody else: then nobody was silent,
   * whoever had not answered until then.
   */
  excused_at: Date | null
}

/** A question for a sign of life without an answer is missed after this time: then neighbours are told of the silence. */
const SIGN_IN_TIME_MS = 21 * DAY_MS

/** The last question whether the letterbox still lends. */
export interface SignQuestion {
  asked_at: Date
  /** The sign of life that came after it. */
  answered_at: Date | null
}

const since = (from: Date, to: Date) => to.getTime() - from.getTime()

function median(values: number[]): number {
  const sorted = values.sort((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = 0, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1)
  return (low + high) / 2
}

/** What a question for a sign of life came to; null where it is too old, or can still be answered. */
function signOf({ asked_at, answered_at }: SignQuestion, now: Date): 'answered' | 'missed' | null {
  if (since(asked_at, now) > REMEMBERED_MS) return null
  if (answered_at && since(asked_at, answered_at) <= SIGN_IN_TIME_MS) return 'answered'
  return since(asked_at, now) > SIGN_IN_TIME_MS ? 'missed' : null
}

/**
 * How a lender usually answers, from the requests of the last twelve months. Requests that can
 * still be answered in time do not count, and neither do those that were withdrawn at once, or ended for a reason.
 *
 * The last question for a sign of life helps out where one request is missing for a band: who was asked by two
 * neighbours and answers the question as well has shown often enough to be there. An answer counts as one within a day, no
 * answer as a missed one. Where neighbours have asked often enough, they alone decide: one tap in a mail of ours is
 * less than a yes or a no to a neighbour, so it must neither mend nor spoil what those say. For the same reason it never
 * counts with less than two requests: a band that rests on mails of ours would promise what nobody has seen.
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
