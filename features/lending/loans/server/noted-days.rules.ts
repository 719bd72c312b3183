import {
  NOTED_MAX_DAYS,
  OPEN_LOAN_DAYS,
} from '#features/lending/conversations/transactions/transaction-limits.ts'
import { checkDays } from '#features/places/letterboxes/lent/server/door.ts'
import { dayIn, daysBetween } from '#platform/server/community-day.ts'
import { fieldError } from '#platform/server/http/errors.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import type { LoanDays } from './loan-days.rules.ts'

interface NotedDays {
  since: string
  return_by: string | null
}

/**
 * The days of a loan that was arranged at the door and is noted afterwards. It began today or earlier and ends
 * today or later.
 * @returns the days on which the thing is away; two weeks from today if no return day was agreed, as for a yes
 * @throws {AppError} validation of `since` or `return_by`
 */
export function notedDays(
  { since, return_by }: NotedDays,
  now: Date,
  timeZone: string,
): LoanDays & { until: string } {
  const today = dayIn(timeZone, now)
  const isPast = since <= today && daysBetween(since, today) <= NOTED_MAX_DAYS
  if (!isPast) throw fieldError('since', VALIDATION.pastDay)
  const fields = { from: 'since', until: 'return_by' }
  checkDays({ from: today, until: return_by }, now, timeZone, fields)
  const openEnd = new Date(Date.parse(today) + (OPEN_LOAN_DAYS - 1) * DAY_MS)
  const until = return_by ?? openEnd.toISOString().slice(0, 10)
  return { handover_at: null, from: since, until }
}
