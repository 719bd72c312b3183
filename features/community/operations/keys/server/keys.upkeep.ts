import type { Deps } from '#platform/server/deps.ts'
import type { BackgroundTask } from '#platform/server/feature.ts'
import { readDkim } from '#platform/server/mail/dkim.ts'
import { findDkim } from '#platform/server/mail/dkim-keys.ts'
import { findEntry, type LookUp, textsOfName } from '#platform/server/mail/name-server.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { activateDkim } from './keys.rotating.ts'

/**
 * Signs mails with the next key once its entry is seen in the name server; nobody is asked where no rotation is under way.
 * In every process: the first one that sees it is enough.
 */
export async function activateSeenDkim(deps: Deps, lookUp: LookUp = textsOfName): Promise<void> {
  const file = readDkim(deps.config)
  if (!file) return
  const { orm } = deps.database
  const { next } = await findDkim(orm, file)
  if (!next || (await findEntry(next, lookUp)) !== 'published') return
  await orm.transaction((tx) => activateDkim(tx, deps, 'system'))
}

export const keysUpkeep: BackgroundTask = {
  name: 'looking for the entry of the next DKIM key',
  everyMs: 10 * MINUTE_MS,
  run: (deps) => activateSeenDkim(deps),
}
