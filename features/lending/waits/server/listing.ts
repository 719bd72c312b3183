import type { MissedRequests } from '#features/people/accounts/server/door.ts'
import { findItemNames } from '#features/places/items/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Language } from '#platform/shared/languages.ts'
import type { Wait } from '../contract.ts'
import { findLinesAt, findLinesOf, findUnreachedPlaces } from './line.queries.ts'
import { inLine, isWaiting } from './turns.rules.ts'

/** What a member waits for, and the place in each line. Hides where letterboxes are that the member does not see. */
export async function listWaits(db: Db, userId: string, now: Date): Promise<Wait[]> {
  const lines = await findLinesOf(db, userId)
  const own = lines.flatMap((line) => {
    const place = line.find(({ user_id }) => user_id === userId)
    return place && isWaiting(place) ? [{ place, index: inLine(line).indexOf(place) }] : []
  })
  return own
    .sort((a, b) => a.place.created_at.getTime() - b.place.created_at.getTime())
    .map(({ place, index }) => {
      const { letterbox_id, item_id, address, postcode, city, turn_until, state, visible } = place
      const isOpen = state === 'open'
      const hasTurn = isOpen && turn_until !== null && turn_until > now
      return {
        letterbox_id,
        item_id,
        address: visible ? address : null,
        postcode: visible ? postcode : null,
        city: visible ? city : null,
        position: isOpen ? index + 1 : null,
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
): Promise<{ item_id: number; count: number }[]> {
  const lines = await findLinesAt(db, managerId)
  return lines.flatMap((line) => {
    const [first, ...others] = inLine(line)
    return first ? [{ item_id: first.item_id, count: 1 + others.length }] : []
  })
}

/** What is wanted at an owner's letterbox while nobody there can be notified of a request. */
export async function listMissed(db: Db, ownerId: string, lang: Language): Promise<MissedRequests> {
  const places = inLine(await findUnreachedPlaces(db, ownerId))
  const itemIds = [...new Set(places.map(({ item_id }) => item_id))]
  const items = await Promise.all(
    itemIds.map(async (itemId) => (await findItemNames(db, itemId))(lang)),
  )
  return { people: new Set(places.map(({ user_id }) => user_id)).size, items }
}
