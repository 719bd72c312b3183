import {
  endUnclaimed,
  noteUnclaimed,
  placeUnclaimed,
} from '#features/places/letterboxes/reach/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { lockUser } from '#platform/server/identity/users.queries.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { findClaimedSince, lockOverdue } from './claims.queries.ts'

/** As long as the link of the mail works. */
const TIME_TO_CLAIM_MS = 56 * DAY_MS
/** Letterboxes per transaction. */
const BATCH = 200

/**
 * Stops requests to imported letterboxes whose owners do not claim them within eight weeks. Depending on the
 * community's setting, those whose owner was mailed leave the map; all others keep their place. Safe in several
 * processes at once.
 */
export async function followClaims({ database, clock, settings }: Deps): Promise<void> {
  const { orm } = database
  const now = clock()
  const before = new Date(now.getTime() - TIME_TO_CLAIM_MS)
  const leave = settings.current().limits.unclaimed === 'off_map'
  let found = BATCH
  while (found === BATCH) {
    found = await orm.transaction(async (tx) => {
      const overdue = await lockOverdue(tx, { before, atMost: BATCH })
      const unclaimed = overdue.map(({ was_mailed, ...ids }) => ({
        ...ids,
        leaves: leave && was_mailed,
      }))
      if (unclaimed.length > 0) await noteUnclaimed(tx, unclaimed, now)
      return unclaimed.length
    })
  }
  await placeUnclaimed(orm, leave, now)
  // Confirming an address ends this at once; the loop handles owners who came back another way.
  for (const userId of await findClaimedSince(orm)) {
    await orm.transaction(async (tx) => {
      await lockUser(tx, userId)
      await endUnclaimed(tx, userId, now)
    })
  }
}
