import type { Deps } from '#platform/server/deps.ts'
import type { FeatureJob } from '#platform/server/feature.ts'
import { readDkim } from '#platform/server/mail/dkim.ts'
import { findDkim } from '#platform/server/mail/dkim-keys.ts'
import { findEntry, type LookUp, textsOfName } from '#platform/server/mail/name-server.ts'
import { MINUTE_SECONDS } from '#platform/shared/durations.ts'
import { activateDkim } from './rotating.ts'

/** Signs mails with the next key once its DNS entry is published. Queries DNS only during a rotation. */
export async function activateSeenDkim(deps: Deps, lookUp: LookUp = textsOfName): Promise<void> {
  const file = readDkim(deps.config)
  if (!file) return
  const { orm } = deps.database
  const { next } = await findDkim(orm, file)
  if (!next || (await findEntry(next, lookUp)) !== 'published') return
  await orm.transaction((tx) => activateDkim(tx, deps, 'system'))
}

export const keysUpkeep: FeatureJob = {
  queue: 'dkim-entry',
  everySeconds: 10 * MINUTE_SECONDS,
  run: (deps) => activateSeenDkim(deps),
}
