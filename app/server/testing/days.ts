import { daysAfter } from '#features/lending/conversations/transactions/server/days/loan-clock.ts'
import { dayIn } from '#platform/server/community-day.ts'
import type { Deps } from '#platform/server/deps.ts'

/** The calendar date where the community lives, so many days from the time of a test. */
export const dayFromNow = ({ clock, config }: Pick<Deps, 'clock' | 'config'>, days: number) =>
  daysAfter(dayIn(config.timeZone, clock()), days)
