import { isWaking } from '#features/transactions/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { BackgroundTask } from '#platform/server/feature.ts'
import { endPromises, endQuestions, expireRequests } from './loans.expiring.ts'
import { remindOfLoans } from './loans.reminding.ts'

/**
 * One round of everything that happens to loans by itself, in the daytime alone. Safe in several
 * processes at once.
 */
export async function keepLoans(deps: Deps): Promise<void> {
  if (!isWaking(deps.config.timeZone, deps.clock())) return
  await expireRequests(deps)
  await endPromises(deps)
  await endQuestions(deps)
  await remindOfLoans(deps)
}

export const loanUpkeep: BackgroundTask = {
  name: 'upkeep of loans',
  everyMs: 60_000,
  run: keepLoans,
}
