import type { AnswerBand } from '#features/letterboxes/answer-bands.ts'
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
}

const since = (from: Date, to: Date) => to.getTime() - from.getTime()

function median(values: number[]): number {
  const sorted = values.sort((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = 0, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1)
  return (low + high) / 2
}

/**
 * How a lender usually answers, from the requests of the last twelve months. Requests that can
 * still be answered in time do not count, and neither do those that were withdrawn at once.
 */
export function answerBand(requests: readonly RequestToLender[], now: Date): AnswerBand {
  const times: number[] = []
  let unanswered = 0
  for (const { created_at, answered_at, withdrawn_at } of requests) {
    const age = since(created_at, now)
    if (age > REMEMBERED_MS) continue
    const time = answered_at && since(created_at, answered_at)
    if (time !== null && time <= IN_TIME_MS) times.push(time)
    else if (withdrawn_at && since(created_at, withdrawn_at) < THOUGHT_BETTER_MS) continue
    else if (age > IN_TIME_MS) unanswered++
  }
  const all = times.length + unanswered
  if (all < FEWEST) return 'new'
  const part = times.length / all
  if (part >= 2 / 3 && median(times) <= DAY_MS) return 'day'
  return part >= 1 / 2 ? 'days' : 'rarely'
}
