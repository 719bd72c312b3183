import { endHolidays } from '#features/places/letterboxes/reach/server/door.ts'
import { dayIn } from '#platform/server/community-day.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { Feature, FeatureJob } from '#platform/server/feature.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { MAILING } from '#platform/server/mail/questions.ts'
import { answering } from '#platform/server/questions.ts'
import { HOUR_SECONDS, MINUTE_SECONDS } from '#platform/shared/durations.ts'
import { askForConfirmation } from './asking.ts'
import { claimMails, mailAskedOwners } from './claims.ts'
import { claimMail, itemsConfirmation, signOfLife } from './mails.ts'
import { askForSigns, followSigns } from './signs-of-life.ts'
import { followClaims } from './unclaimed.ts'
import { addUpkeepRoutes } from './upkeep.routes.ts'
import { deleteExpiredUpkeepTokens } from './upkeep-tokens.queries.ts'

/** One round of automatic upkeep. Safe in several processes at once. */
export async function keepUp(deps: Deps): Promise<void> {
  const { database, clock, config } = deps
  const now = clock()
  await endHolidays(database.orm, dayIn(config.timeZone, now))
  await database.orm.transaction((tx) => askForConfirmation(tx, deps, now))
}

/** Ends holidays that are over and asks about stickers that grew old. */
const keepingUp: FeatureJob = {
  queue: 'letterbox-upkeep',
  everySeconds: MINUTE_SECONDS,
  run: keepUp,
}

/** Resets the question after a sign of life, and takes the next step without one. */
const followingSigns: FeatureJob = {
  queue: 'signs-of-life',
  everySeconds: MINUTE_SECONDS,
  run: followSigns,
}

/** Reads all letterboxes, in batches, so it does not run every minute. */
const askingForSigns: FeatureJob = {
  queue: 'signs-of-life-asking',
  everySeconds: HOUR_SECONDS,
  run: askForSigns,
}

/** Reads all imported letterboxes, so it does not run every minute. */
const followingClaims: FeatureJob = {
  queue: 'unclaimed-letterboxes',
  everySeconds: HOUR_SECONDS,
  run: followClaims,
}

/** An imported owner learns of the letterbox when a member first wants to ask. */
const mailingAskedOwners: FeatureJob = {
  queue: 'asked-owners',
  everySeconds: MINUTE_SECONDS,
  run: mailAskedOwners,
}

export const upkeep: Feature = {
  name: 'upkeep',
  routes: addUpkeepRoutes,
  mails: [itemsConfirmation, signOfLife, claimMail],
  answers: [answering(MAILING, claimMails)],
  notExported: {
    upkeep_tokens: 'only hashes of links in mails that ask the owner something',
  },
  jobs: [
    keepingUp,
    followingSigns,
    askingForSigns,
    followingClaims,
    mailingAskedOwners,
    cleaning(deleteExpiredUpkeepTokens),
  ],
}
