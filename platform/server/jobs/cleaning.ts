import { MINUTE_SECONDS } from '#platform/shared/durations.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import type { FeatureJob } from '../feature.ts'

/** All nouns forget in one job, one after the other: a queue each would be a table each. */
export const CLEANING_QUEUE = 'cleaning'

/** A noun's share in forgetting what has expired: it is refused anyway, and only grows. */
export const cleaning = (
  forget: (db: Db, now: Date, config: Config) => Promise<unknown>,
): FeatureJob => ({
  queue: CLEANING_QUEUE,
  everySeconds: 15 * MINUTE_SECONDS,
  run: ({ database, clock, config }) => forget(database.orm, clock(), config),
})
