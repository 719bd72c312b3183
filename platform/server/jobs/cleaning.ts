import { MINUTE_SECONDS } from '#platform/shared/durations.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import type { FeatureJob } from '../feature.ts'

/** All features clean up in one job, one after the other: each queue would need a table of its own. */
export const CLEANING_QUEUE = 'cleaning'

/** A feature's deletion of expired rows. They are already rejected and only take up space. */
export const cleaning = (
  forget: (db: Db, now: Date, config: Config) => Promise<unknown>,
): FeatureJob => ({
  queue: CLEANING_QUEUE,
  everySeconds: 15 * MINUTE_SECONDS,
  run: ({ database, clock, config }) => forget(database.orm, clock(), config),
})
