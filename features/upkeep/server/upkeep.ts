import { endHolidays } from '#features/letterboxes/server/door.ts'
import { dayIn } from '#platform/server/community-day.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { BackgroundTask, Feature } from '#platform/server/feature.ts'
import { itemsConfirmation } from './mails/items-confirmation.ts'
import { askForConfirmation } from './upkeep.asking.ts'
import { addUpkeepRoutes } from './upkeep.routes.ts'
import { deleteExpiredUpkeepTokens } from './upkeep-tokens.queries.ts'

/** One round of what nobody has to call for. Safe in several processes at once. */
export async function keepUp(deps: Deps): Promise<void> {
  const { database, clock, config } = deps
  const now = clock()
  await endHolidays(database.orm, dayIn(config.timeZone, now))
  await database.orm.transaction((tx) => askForConfirmation(tx, deps, now))
}

/** Ends holidays that are over and asks about stickers that grew old. */
const keepingUp: BackgroundTask = {
  name: 'upkeep of letterboxes',
  everyMs: 60_000,
  atOnce: true,
  run: keepUp,
}

export const upkeep: Feature = {
  name: 'upkeep',
  routes: addUpkeepRoutes,
  mails: [itemsConfirmation],
  notExported: { upkeep_tokens: 'hashes of links in the yearly mails, nothing else' },
  background: [keepingUp],
  cleanUp: deleteExpiredUpkeepTokens,
}
