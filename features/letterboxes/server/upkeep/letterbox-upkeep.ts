import { dayIn } from '#platform/server/community-day.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { BackgroundTask } from '#platform/server/feature.ts'
import { askForConfirmation, endHolidays } from './letterbox-upkeep.queries.ts'

/** One round of what nobody has to call for. Safe in several processes at once. */
export async function keepUp(deps: Deps): Promise<void> {
  const { database, clock, config } = deps
  const now = clock()
  await endHolidays(database.orm, dayIn(config.timeZone, now))
  await database.orm.transaction((tx) => askForConfirmation(tx, deps, now))
}

/** Ends holidays that are over and asks about stickers that grew old. */
export const upkeep: BackgroundTask = {
  name: 'upkeep of letterboxes',
  everyMs: 60_000,
  atOnce: true,
  run: keepUp,
}
