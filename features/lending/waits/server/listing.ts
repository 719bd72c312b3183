import type { Db } from '#platform/server/db/client.ts'
import type { Wait } from '../contract.ts'
import { findLinesAt, findLinesOf } from './line.queries.ts'
import { inLine } from './turns.rules.ts'

/** Where a member stands in which lines, without letterboxes that are hidden now. */
export async function listWaits(db: Db, userId: string, now: Date, today: string): Promise<Wait[]> {
  const lines = await findLinesOf(db, userId, today)
  const own = lines.flatMap((line) => {
    const places = inLine(line)
    const index = places.findIndex(({ user_id }) => user_id === userId)
    const place = places[index]
    return place?.on_map ? [{ place, position: index + 1 }] : []
  })
  return own
    .sort((a, b) => a.place.created_at.getTime() - b.place.created_at.getTime())
    .map(({ place, position }) => {
      const { letterbox_id, item_id, address, postcode, city, turn_until } = place
      const hasTurn = turn_until !== null && turn_until > now
      return {
        letterbox_id,
        item_id,
        address,
        postcode,
        city,
        position,
        turn_until: hasTurn ? turn_until.toISOString() : null,
        created_at: place.created_at.toISOString(),
        expires_at: place.expires_at.toISOString(),
      }
    })
}

/** How many people wait for each item of the letterbox that a member manages. */
export async function countWaiting(
  db: Db,
  managerId: string,
  today: string,
): Promise<{ item_id: number; count: number }[]> {
  const lines = await findLinesAt(db, managerId, today)
  return lines.flatMap((line) => {
    const count = inLine(line).length
    const [first] = line
    return first && count > 0 ? [{ item_id: first.item_id, count }] : []
  })
}
