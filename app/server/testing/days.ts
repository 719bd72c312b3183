import { daysAfter } from '#features/lending/conversations/days/server/day-ranges.ts'
import { dayIn } from '#platform/server/community-day.ts'
import type { Deps } from '#platform/server/deps.ts'

/** The community's calendar date, a number of days from the test's time. */
export const dayFromNow = ({ clock, config }: Pick<Deps, 'clock' | 'config'>, days: number) =>
  daysAfter(dayIn(config.timeZone, clock()), days)
