import type { Deps, NotifyDeps } from '#platform/server/deps.ts'
import type { FeatureJob } from '#platform/server/feature.ts'
import { MINUTE_SECONDS } from '#platform/shared/durations.ts'
import { answerDueWishes, matchCandidates } from './matching.ts'

/**
 * Processes the queue of changed letterboxes: matches them with wishes and writes the mails. Triggers queue
 * letterboxes in the transaction of their change; several processes can run, and each entry is taken by one.
 */
async function answerWishes(
  { clock, database, ...deps }: NotifyDeps & Pick<Deps, 'clock' | 'database'>,
  signal: AbortSignal,
): Promise<void> {
  const { orm } = database
  let more = true
  while (more && !signal.aborted) more = await orm.transaction((tx) => matchCandidates(tx, clock()))
  more = true
  while (more && !signal.aborted) {
    more = await orm.transaction((tx) => answerDueWishes(tx, deps, clock()))
  }
}

/** Runs when a trigger has queued a letterbox, and at intervals for wishes whose day of rest is over. */
export const answeringWishes: FeatureJob = {
  queue: 'wishes',
  failure: 'wishes not answered',
  everySeconds: 5 * MINUTE_SECONDS,
  channel: 'wish_candidate',
  run: (deps, _data, { signal }) => answerWishes(deps, signal),
}
