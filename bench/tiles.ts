import {
  community,
  randomNumbers,
} from '#features/places/letterboxes/map-index/server/letterbox-index.fixtures.ts'
import { columnOf, rowOf, SIDE } from '#features/places/letterboxes/map-index/server/morton.ts'
import type { IndexFilter } from '#features/places/letterboxes/map-index/server/segment.ts'

export const SEED = 1
const ZOOMS = { first: 6, count: 11 }

export interface AskedTile {
  z: number
  x: number
  y: number
  filter: IndexFilter
}

/** Different tiles around letterboxes that exist at every size; four in ten have a filter. */
export function pickTiles(count: number): AskedTile[] {
  const places = [...community(10_000, SEED)]
  const random = randomNumbers(2)
  const tiles = new Map<string, AskedTile>()
  while (tiles.size < count) {
    const place = places[Math.floor(random() * places.length)]
    if (!place) continue
    const z = ZOOMS.first + Math.floor(random() * ZOOMS.count)
    const size = SIDE / 2 ** z
    const x = Math.floor(columnOf(place.longitude) / size)
    const y = Math.floor(rowOf(place.latitude) / size)
    const filtered = random() < 0.4
    const filter = filtered
      ? { stickerId: Math.floor(random() * 30), messagingOnly: random() < 0.5 }
      : {}
    const tile = { z, x, y, filter }
    tiles.set(pathOf(tile), tile)
  }
  return [...tiles.values()]
}

export function pathOf({ z, x, y, filter }: AskedTile): string {
  const query = new URLSearchParams()
  if (filter.stickerId) query.set('sticker_id', String(filter.stickerId))
  if (filter.messagingOnly) query.set('enable_messaging', 'true')
  return `/api/v1/letterboxes/tiles/${z}/${x}/${y}${query.size > 0 ? `?${query}` : ''}`
}
