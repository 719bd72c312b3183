import type { NearbyQuery } from '#features/places/letterboxes/web/data/door.ts'
import type { MapState } from '#features/places/map/web/data/door.ts'
import type { SeenArea } from '#features/places/map/web/door.ts'
import type { Position } from '#platform/shared/geography.ts'

/** Half the edge of the box around one house, in metres. */
const HOUSE = 5
const METRES_PER_DEGREE = 111_195
/**
 * Metres from the middle of the map to its edge at the zoom of streets; twice as many at each zoom further
 * out.
 */
const SEEN_AT_STREETS = 1250
const STREETS = 15
/** How far, in metres, people are willing to go for a ladder. */
const LEAST_REACH = 5000

/**
 * The query of the nearby list: the letterboxes of one house, or those within reach of the middle of the
 * map, which is more than the map shows. They are sorted by their distance to the viewer, where the viewer
 * is in the area that the map shows, else to the viewer's own letterbox where that is there, else to the middle of the
 * map. The query does not change while the map only moves to show its results.
 * @param home the own letterbox, also one that nobody else sees; null without one that has a spot
 */
export function nearbyQuery(
  { house, near, stickerIds, match, messagingOnly, preferAnswers }: MapState,
  area: SeenArea | null,
  located: Position | null,
  home: Position | null = null,
): NearbyQuery | null {
  const filter = { stickerIds, match, messagingOnly, preferAnswers }
  if (house) {
    return { box: boxAround(house, HOUSE), origin: located ?? house, nearestTo: 'house', ...filter }
  }
  const from = near ?? (area && { ...area.middle, zoom: area.view.zoom })
  if (!from) return null
  const metresToEdge = SEEN_AT_STREETS * 2 ** (STREETS - from.zoom)
  const reach = Math.max(LEAST_REACH, 4 * metresToEdge)
  const seen = boxAround(from, metresToEdge)
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

/** Rounded to what an address holds, so that the answer is the same after a reload. */
function rounded({ latitude, longitude }: Position): Position {
  return { latitude: Number(latitude.toFixed(5)), longitude: Number(longitude.toFixed(5)) }
}

/** A square of so many metres to each side; over the antimeridian `west` exceeds `east`. */
function boxAround({ latitude, longitude }: Position, metres: number): NearbyQuery['box'] {
  const north = metres / METRES_PER_DEGREE
  const south = Math.max(-90, latitude - north)
  const top = Math.min(90, latitude + north)
  // Wide enough at the edge closer to a pole, where a degree is shortest.
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

/** A longitude between -180 and 180. */
function wrap(longitude: number): number {
  return ((((longitude + 180) % 360) + 360) % 360) - 180
}
