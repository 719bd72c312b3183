import { LOAN_MAX_DAYS } from '#features/places/letterboxes/lent/loan-limits.ts'
import { metresToEdge } from '#features/places/letterboxes/news/news-feed.ts'
import type { FreeDays, NearbyQuery } from '#features/places/letterboxes/web/data/door.ts'
import type { MapState } from '#features/places/map/web/data/door.ts'
import type { SeenArea } from '#features/places/map/web/door.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { Position } from '#platform/shared/geography.ts'

/** Half the edge of the box around one house, in metres. */
const HOUSE = 5
const METRES_PER_DEGREE = 111_195
/** How far, in metres, people go for a ladder. */
const LEAST_REACH = 5000

/**
 * The query of the nearby list: the letterboxes of one house, or those within reach of the map's centre, which is more
 * than the map shows. They are sorted by distance to the viewer if the viewer is within the visible area, otherwise to
 * the own letterbox if that is, otherwise to the centre. The query stays the same while the map only moves to show its
 * results.
 * @param home the own letterbox, even if it is hidden; null without one that has a spot
 */
export function nearbyQuery(
  { house, near, stickerIds, match, messagingOnly, free, preferAnswers }: MapState,
  area: SeenArea | null,
  located: Position | null,
  home: Position | null = null,
): NearbyQuery | null {
  const filter = { stickerIds, match, messagingOnly, free, preferAnswers }
  if (house) {
    return { box: boxAround(house, HOUSE), origin: located ?? house, nearestTo: 'house', ...filter }
  }
  const from = near ?? (area && { ...area.middle, zoom: area.view.zoom })
  if (!from) return null
  const toEdge = metresToEdge(from.zoom)
  const reach = Math.max(LEAST_REACH, 4 * toEdge)
  const seen = boxAround(from, toEdge)
  const measured = (
    [
      ['you', located],
      ['home', home],
    ] as const
  ).find(([, spot]) => spot !== null && isIn(seen, spot))
  const [nearestTo, spot] = measured ?? ['middle', from]
  const origin = rounded(spot ?? from)
  return { box: boxAround(origin, reach), origin, nearestTo, ...filter }
}

/** The days of a link if things can be asked for on them: not those that are over or too far ahead. */
export function askableDays(free: FreeDays | null, today: string): FreeDays | null {
  if (!free || free.from < today) return null
  return Date.parse(free.until) - Date.parse(today) <= LOAN_MAX_DAYS * DAY_MS ? free : null
}

/** Rounded to the URL's precision, so that the answer is the same after a reload. */
function rounded({ latitude, longitude }: Position): Position {
  return { latitude: Number(latitude.toFixed(5)), longitude: Number(longitude.toFixed(5)) }
}

/** A square with this distance to each side; across the antimeridian `west` is greater than `east`. */
function boxAround({ latitude, longitude }: Position, metres: number): NearbyQuery['box'] {
  const north = metres / METRES_PER_DEGREE
  const south = Math.max(-90, latitude - north)
  const top = Math.min(90, latitude + north)
  // Wide enough at the edge closer to a pole, where a degree of longitude is shortest.
  const farthest = Math.max(Math.abs(south), Math.abs(top))
  const east = north / Math.max(1e-6, Math.cos((farthest * Math.PI) / 180))
  const isWholeWorld = east >= 180
  return {
    west: isWholeWorld ? -180 : wrap(longitude - east),
    east: isWholeWorld ? 180 : wrap(longitude + east),
    south,
    north: top,
  }
}

function isIn({ west, south, east, north }: NearbyQuery['box'], spot: Position): boolean {
  if (spot.latitude < south || spot.latitude > north) return false
  const fromWest = spot.longitude >= west
  const fromEast = spot.longitude <= east
  return west > east ? fromWest || fromEast : fromWest && fromEast
}

/** Normalises a longitude to -180 to 180. */
function wrap(longitude: number): number {
  return ((((longitude + 180) % 360) + 360) % 360) - 180
}
