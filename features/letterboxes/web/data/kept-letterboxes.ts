import { distanceInMetres } from '#platform/shared/geography.ts'
import { urlOf } from '#platform/web/data/api-client.ts'
import { MAP_CACHE } from '#platform/web/data/map-age.ts'
import type { Pin, Tile } from '../../contract.ts'
import { lastPage, PER_PAGE } from './letterbox-pages.ts'
import type { NearbyQuery } from './letterboxes.ts'
import type { KeptLetterbox, KeptNearby } from './nearby-letterboxes.ts'
import { TILE_PATH, tileQuery } from './tiles.ts'

/** A letterbox of a kept tile, and when the server gave that, in milliseconds. */
interface KeptPin {
  pin: Pin
  given: number
}

/** The letterboxes that kept tiles of a filter show one by one. */
async function keptPins(filter: Pick<NearbyQuery, 'stickerIds' | 'match' | 'messagingOnly'>) {
  const pins = new Map<string, KeptPin>()
  const [path = ''] = TILE_PATH.split(':')
  const { pathname, search } = new URL(urlOf(path, {}, tileQuery(filter)), location.origin)
  const cache = await caches.open(MAP_CACHE)
  for (const request of await cache.keys()) {
    const url = new URL(request.url)
    if (!url.pathname.startsWith(pathname) || url.search !== search) continue
    const answer = await cache.match(request)
    if (!answer) continue
    const given = Date.parse(answer.headers.get('date') ?? '')
    const { letterboxes } = (await answer.json()) as Tile
    for (const pin of letterboxes) {
      const known = pins.get(pin.id)
      if (!known || known.given < given) pins.set(pin.id, { pin, given })
    }
  }
  return [...pins.values()]
}

/**
 * What the last seen map, which the service worker keeps, can say to a search: where letterboxes are,
 * the nearest first. Null when it knows of none. Without a kept map of the same filter these are all
 * letterboxes.
 */
export async function findKept(query: NearbyQuery, page: number): Promise<KeptNearby | null> {
  if (!('caches' in globalThis)) return null
  const asked = await keptPins(query)
  const isAsked = asked.length > 0
  const known = isAsked
    ? asked
    : await keptPins({ stickerIds: [], match: 'any', messagingOnly: false })
  const { box, origin, nearestTo } = query
  const rows = known
    .map(({ pin, given }) => ({ ...pin, given, distance: distanceInMetres(origin, pin) }))
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
  const shown = Math.min(page, lastPage(rows.length))
  const onPage = rows.slice((shown - 1) * PER_PAGE, shown * PER_PAGE)
  return {
    letterboxes: onPage.map(({ given: _, ...letterbox }): KeptLetterbox => letterbox),
    total: rows.length,
    page: shown,
    widened: false,
    kept: { given: Math.min(...onPage.map(({ given }) => given)), isAsked },
  }
}
