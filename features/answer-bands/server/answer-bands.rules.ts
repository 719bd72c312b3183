import type { AnswerBand } from '#features/letterboxes/answer-bands.ts'
import { DAY_MS } from '#platform/shared/durations.ts'

/** What was asked longer ago says nothing about today. */
export const REMEMBERED_MS = 365 * DAY_MS
/** An unanswered request is one after this time, and an answer after it comes too late. */
const IN_TIME_MS = 7 * DAY_MS
/** Who thinks better of it so soon has not waited for an answer. */
const THOUGHT_BETTER_MS = DAY_MS
/** Fewer requests tell nothing. */
const FEWEST = 3

/** What one request tells of whoever was asked. */
export interface AskedOnce {
  created_at: Date
  /** The first word or decision of the lender's side. */
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
 * How somebody usually answers, from what they were asked in the last twelve months. What is still
 * waiting in time does not count, and neither does what was withdrawn at once.
 */
export function answerBand(requests: readonly AskedOnce[], now: Date): AnswerBand {
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
