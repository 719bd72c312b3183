import type { Config } from '#platform/server/config.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { BackgroundTask, Feature } from '#platform/server/feature.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'

/** Forgets what has expired, feature by feature. */
export async function cleanUp(
  { features, config }: { features: readonly Feature[]; config: Config },
  db: Db,
  now: Date,
): Promise<void> {
  for (const feature of features) await feature.cleanUp?.(db, now, config)
}

/** Several processes may do so at once. */
export const cleaning: BackgroundTask = {
  name: 'cleaning up',
  everyMs: 15 * MINUTE_MS,
  run: (deps) => cleanUp(deps, deps.database.orm, deps.clock()),
}
