import { randomUUID } from 'node:crypto'
import { countryAround } from '#features/places/geocoding/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { StreetMap } from '#platform/server/street-map/street-map.ts'
import type { MapStart } from '#platform/shared/config.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { distanceInMetres, type Position } from '#platform/shared/geography.ts'
import { LetterboxIndex } from './letterbox-index.ts'
import { columnOf, LEVELS, rowOf } from './morton.ts'

/** Start position of a community without letterboxes and without a street map. */
const EMPTY_START: MapStart = { latitude: 47.37, longitude: 8.54, zoom: 15 }
/** Start of the demo community: Vaduz, with little of the west bank of the Rhine, whose streets are missing. */
const DEMO_START: MapStart = { latitude: 47.141, longitude: 9.523, zoom: 15 }

/** Zoom levels of the search, each eight times closer: world, country, district, town. */
const LOOKS = [0, 3, 6, 9]
/** Closer still, to measure how far apart a town's letterboxes are. */
const TOWN_LOOK = 12
/** A tile counts its letterboxes in a grid with this many cells per side. */
const PARTS = 16
/** The densest spot is searched around this many of the fullest areas. */
const CANDIDATES = 8

const EARTH_METRES = 40_075_017
const DEGREE_METRES = EARTH_METRES / 360
const TILE_PIXELS = 256
/** From a town to the streets of a village. */
const ZOOMS = { least: 12, most: 15 }
/** From the middle of the map to its edge on a phone, in CSS pixels. */
const SEEN_PIXELS = 180
/** Share of the town's letterboxes that the map should show. */
const SEEN_SHARE = 0.75

interface Gathering extends Position {
  count: number
}

const cosine = (degrees: number) => Math.cos((degrees * Math.PI) / 180)
const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value))
const sum = (gatherings: readonly Gathering[]) =>
  gatherings.reduce((total, { count }) => total + count, 0)

/** Letterboxes around a position, grouped by small areas. */
function gatheringsAround(index: LetterboxIndex, z: number, spot: Position, metres: number) {
  const { latitude, longitude } = spot
  const high = metres / DEGREE_METRES
  const wide = high / cosine(latitude)
  const size = 2 ** (LEVELS - z)
  const numberOf = (cell: number) => Math.floor(cell / size)
  const [west, east] = [longitude - wide, longitude + wide].map((x) =>
    numberOf(columnOf(clamp(x, 180))),
  )
  const [north, south] = [latitude + high, latitude - high].map((y) =>
    numberOf(rowOf(clamp(y, 90))),
  )
  const gatherings: Gathering[] = []
  for (let x = west ?? 0; x <= (east ?? 0); x++) {
    for (let y = north ?? 0; y <= (south ?? 0); y++) {
      const { letterboxes, clusters } = index.tile(z, x, y)
      for (const letterbox of letterboxes) gatherings.push({ ...letterbox, count: 1 })
      gatherings.push(...clusters)
    }
  }
  return gatherings.filter((gathering) => distanceInMetres(gathering, spot) <= metres)
}

/** The middle of the largest number of letterboxes within the given metres. */
function densest(gatherings: readonly Gathering[], metres: number): Position | undefined {
  let middle: Position | undefined
  let most = 0
  const fullest = gatherings.toSorted((a, b) => b.count - a.count).slice(0, CANDIDATES)
  for (const candidate of fullest) {
    const near = gatherings.filter((other) => distanceInMetres(candidate, other) <= metres)
    const total = sum(near)
    if (total <= most) continue
    most = total
    const mean = (key: keyof Position) =>
      near.reduce((all, gathering) => all + gathering[key] * gathering.count, 0) / total
    middle = { latitude: mean('latitude'), longitude: mean('longitude') }
  }
  return middle
}

/** The deepest zoom at which most of the surrounding letterboxes are visible. */
function zoomFor(gatherings: readonly Gathering[], middle: Position): number {
  const far = gatherings
    .map((gathering) => ({ metres: distanceInMetres(gathering, middle), count: gathering.count }))
    .sort((a, b) => a.metres - b.metres)
  let missing = sum(gatherings) * SEEN_SHARE
  const edge = far.find(({ count }) => {
    missing -= count
    return missing <= 0
  })
  const width = EARTH_METRES * cosine(middle.latitude)
  const zoom = Math.log2((width / TILE_PIXELS) * (SEEN_PIXELS / Math.max(1, edge?.metres ?? 1)))
  return Math.min(ZOOMS.most, Math.max(ZOOMS.least, Math.floor(zoom)))
}

/**
 * The map opens over the town with most letterboxes. Rounded to about 100 m, so that single new letterboxes do not
 * move it.
 */
export function startAmong(index: LetterboxIndex): MapStart {
  let spot: Position = { latitude: 0, longitude: 0 }
  let metres = EARTH_METRES
  for (const z of LOOKS) {
    const partMetres = (EARTH_METRES * cosine(spot.latitude)) / 2 ** z / PARTS
    const middle = densest(gatheringsAround(index, z, spot, metres), partMetres)
    if (!middle) return EMPTY_START
    spot = middle
    metres = partMetres
  }
  const zoom = zoomFor(gatheringsAround(index, TOWN_LOOK, spot, metres), spot)
  const round = (degrees: number) => Math.round(degrees * 1000) / 1000
  return { latitude: round(spot.latitude), longitude: round(spot.longitude), zoom }
}

/** How long a start position is cached. */
const KEPT_MS = MINUTE_MS

/** The town with most streets on the community's own map, or the map's middle if there is no list of streets. */
export function startAtStreets({
  streets,
  extent,
}: Pick<StreetMap, 'streets' | 'extent'>): MapStart {
  if (streets.length > 0) {
    const spots = streets.map((street) => ({
      ...street.positionOf(0),
      id: randomUUID(),
      kind: 'normal' as const,
      messaging: false,
      silent: false,
      stickers: [],
    }))
    return startAmong(new LetterboxIndex(spots))
  }
  if (!extent) return EMPTY_START
  const [west, south, east, north] = extent.bounds
  return { latitude: (south + north) / 2, longitude: (west + east) / 2, zoom: ZOOMS.least }
}

/** Part of the response of /config, loaded at each start of the app. */
export function mapStartOf({ config, letterboxFeed, streetMap, clock }: Deps): () => MapStart {
  const fixed = config.mapStart ?? (config.demo ? DEMO_START : undefined)
  if (fixed) return () => fixed
  let kept: { start: MapStart; until: number } | undefined
  let empty: MapStart | undefined
  return () => {
    if (letterboxFeed.index.size === 0) {
      empty ??= startAtStreets(streetMap)
      return empty
    }
    const now = clock().getTime()
    if (!kept || now >= kept.until) {
      kept = { start: startAmong(letterboxFeed.index), until: now + KEPT_MS }
    }
    return kept.start
  }
}

/**
 * The country of the start position as ISO code; null if no town is near. Looked up once per position, which rarely
 * moves.
 */
export function countryOfStart(): (start: MapStart) => Promise<string | null> {
  let lastAnswer: { start: MapStart; country: string | null } | undefined
  return async (start) => {
    if (lastAnswer?.start !== start) {
      lastAnswer = { start, country: (await countryAround(start, [])) ?? null }
    }
    return lastAnswer.country
  }
}
