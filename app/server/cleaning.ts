import type { Db } from '#platform/server/db/client.ts'
import type { BackgroundTask, Feature } from '#platform/server/feature.ts'

/** Forgets what has expired, feature by feature. */
export async function cleanUp(features: readonly Feature[], db: Db, now: Date): Promise<void> {
  for (const feature of features) await feature.cleanUp?.(db, now)
}

/** Several processes may do so at once. */
export const cleaning: BackgroundTask = {
  name: 'cleaning up',
  everyMs: 15 * 60_000,
  run: ({ features, database, clock }) => cleanUp(features, database.orm, clock()),
}
