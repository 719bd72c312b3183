import { dayIn } from '../community-day.ts'
import type { Deps } from '../deps.ts'
import { daysAfter } from '../features/transactions/loan-clock.ts'

/** The calendar date where the community lives, so many days from the time of a test. */
export const dayFromNow = ({ clock, config }: Pick<Deps, 'clock' | 'config'>, days: number) =>
  daysAfter(dayIn(config.timeZone, clock()), days)
