import { distanceInMetres } from '#platform/shared/geography.ts'
import { urlOf } from '#platform/web/data/api-client.ts'
import { MAP_CACHE } from '#platform/web/data/map-age.ts'
import type { Pin, Tile } from '../../contract.ts'
import { lastPage, PER_PAGE } from './letterbox-pages.ts'
import type { NearbyQuery } from './letterboxes.ts'
import type { KeptLetterbox, KeptNearby } from './nearby-letterboxes.ts'
import { TILE_PATH, tileQuery } from './tiles.ts'

/** A letterbox of a cached tile, and when the server sent that tile, in milliseconds. */
interface KeptPin {
  pin: Pin
  answeredAt: number
}

/** The pins in cached tiles that were loaded with this filter. */
async function keptPins(
  filter: Pick<NearbyQuery, 'stickerIds' | 'match' | 'messagingOnly' | 'free'>,
) {
  const pins = new Map<string, KeptPin>()
  const [path = ''] = TILE_PATH.split(':')
  const { pathname, search } = new URL(urlOf(path, {}, tileQuery(filter)), location.origin)
  const cache = await caches.open(MAP_CACHE)
  for (const request of await cache.keys()) {
    const url = new URL(request.url)
    if (!url.pathname.startsWith(pathname) || url.search !== search) continue
    const answer = await cache.match(request)
    if (!answer) continue
    const answeredAt = Date.parse(answer.headers.get('date') ?? '')
    const { letterboxes } = (await answer.json()) as Tile
    for (const pin of letterboxes) {
      const keptPin = pins.get(pin.id)
      if (!keptPin || keptPin.answeredAt < answeredAt) pins.set(pin.id, { pin, answeredAt })
    }
  }
  return [...pins.values()]
}

/**
 * Answers a search from the map tiles that the service worker has cached: pins, the nearest first. If no tile with this
 * filter is cached, lists all letterboxes; null if nothing is cached.
 */
export async function findKept(query: NearbyQuery, page: number): Promise<KeptNearby | null> {
  if (!('caches' in globalThis)) return null
  const matchingPins = await keptPins(query)
  const isAsked = matchingPins.length > 0
  const pins = isAsked
    ? matchingPins
    : await keptPins({ stickerIds: [], match: 'any', messagingOnly: false })
  const { box, origin, nearestTo } = query
  const rows = pins
    .map(({ pin, answeredAt }) => ({
      ...pin,
      answeredAt,
      distance: distanceInMetres(origin, pin),
    }))
    .filter(
      ({ latitude, longitude }) =>
        nearestTo !== 'house' ||
        (latitude >= box.south &&
          latitude <= box.north &&
          longitude >= box.west &&
          longitude <= box.east),
    )
    .sort((a, b) => a.distance - b.distance)
  if (rows.length === 0) return null
  const shownPage = Math.min(page, lastPage(rows.length))
  const onPage = rows.slice((shownPage - 1) * PER_PAGE, shownPage * PER_PAGE)
  return {
    letterboxes: onPage.map(({ answeredAt: _, ...letterbox }): KeptLetterbox => letterbox),
    total: rows.length,
    page: shownPage,
    widened: false,
    kept: { given: Math.min(...onPage.map(({ answeredAt }) => answeredAt)), isAsked },
  }
}
