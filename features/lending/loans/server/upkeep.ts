import type { Deps } from '#platform/server/deps.ts'
import type { FeatureJob } from '#platform/server/feature.ts'
import { MINUTE_SECONDS } from '#platform/shared/durations.ts'
import { endPromises, endQuestions, expireRequests } from './expiring.ts'
import { isWaking } from './loan-clock.ts'
import { remindOfLoans } from './reminding.ts'
import { askWhetherYes, remindOfTalks } from './reminding-talks.ts'

/**
 * One round of all automatic steps of loans. They happen only during the day, except asking a lender who has just
 * written. Safe in several processes at once.
 */
export async function keepLoans(deps: Deps): Promise<void> {
  await askWhetherYes(deps)
  if (!isWaking(deps.config.timeZone, deps.clock())) return
  await expireRequests(deps)
  await endPromises(deps)
  await endQuestions(deps)
  await remindOfLoans(deps)
  await remindOfTalks(deps)
}

export const loanUpkeep: FeatureJob = {
  queue: 'loan-upkeep',
  everySeconds: MINUTE_SECONDS,
  run: keepLoans,
}
