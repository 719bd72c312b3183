import { findMembers } from '#features/places/letterboxes/members/server/door.ts'
import { findLetterboxOfUser } from '#features/places/letterboxes/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { findWishedAround } from './wishes.queries.ts'
import { countWished } from './wishes.rules.ts'

/** An item that several people wish for: how many, and when the latest of these wishes was made. */
export interface WishedNear {
  item_id: number
  count: number
  last: Date
}

/** Items that several people around the user's letterbox wish for, most wished first; empty without a letterbox. */
export async function wishedNear(db: Db, userId: string, now: Date): Promise<WishedNear[]> {
  const full = await findLetterboxOfUser(db, userId)
  const { latitude, longitude } = full?.letterbox ?? {}
  if (!full || latitude == null || longitude == null) return []
  const managers = [full.owner, ...(await findMembers(db, [full.letterbox.id]))]
  const wished = await findWishedAround(db, { latitude, longitude }, managers, now)
  return countWished(wished).map((each) => {
    const times = wished.flatMap(({ item_id, created_at }) =>
      item_id === each.item_id ? created_at.getTime() : [],
    )
    return { ...each, last: new Date(Math.max(...times)) }
  })
}
