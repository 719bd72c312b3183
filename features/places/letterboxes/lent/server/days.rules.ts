import { dayIn, daysBetween } from '#platform/server/community-day.ts'
import { fieldError } from '#platform/server/http/errors.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { LOAN_MAX_DAYS } from '../loan-limits.ts'

/**
 * Checks that days are today or later, and at most {@link LOAN_MAX_DAYS} ahead.
 * @throws {AppError} validation of `field` or `untilField`
 */
export function checkDays(
  { from, until }: { from: string; until: string | null },
  now: Date,
  timeZone: string,
  fields: { from: string; until: string } = { from: 'wanted_from', until: 'wanted_until' },
): void {
  const today = dayIn(timeZone, now)
  const far = (day: string) => daysBetween(today, day) > LOAN_MAX_DAYS
  if (from < today || far(from)) throw fieldError(fields.from, VALIDATION.date)
  if (until === null) return
  if (until < from) throw fieldError(fields.until, VALIDATION.endBeforeStart)
  if (far(until)) throw fieldError(fields.until, VALIDATION.date)
}
