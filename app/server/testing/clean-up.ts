import type { Deps } from '#platform/server/deps.ts'
import { CLEANING_QUEUE } from '#platform/server/jobs/cleaning.ts'

/** Runs the cleaning job as of a given time. */
export async function cleanUp(deps: Deps, now: Date): Promise<void> {
  const { signal } = new AbortController()
  for (const { queue, run } of deps.features.flatMap(({ jobs }) => jobs ?? [])) {
    if (queue === CLEANING_QUEUE) await run({ ...deps, clock: () => now }, {}, { id: '', signal })
  }
}
