import type { Position } from '@letterlend/contract/geography.ts'
import type { NearbyQuery } from '../../data/letterboxes.ts'
import type { MapState } from '../../data/map-state.ts'
import type { SeenArea } from '../../map-engine/letterbox-map.ts'

/** Half the edge of the box around one house, in degrees: about five metres. */
const HOUSE = 0.00005

/** What the nearby list asks for: the letterboxes of one house, or those in view. */
export function nearbyQuery(
  { house, stickerIds, match, messagingOnly }: MapState,
  area: SeenArea | null,
  located: Position | null,
): NearbyQuery | null {
  const filter = { stickerIds, match, messagingOnly }
  if (house) {
    const { latitude, longitude } = house
    const box = {
      west: longitude - HOUSE,
      east: longitude + HOUSE,
      south: latitude - HOUSE,
      north: latitude + HOUSE,
    }
    return { box, origin: located ?? house, ...filter }
  }
  if (!area) return null
  const { west, east, south, north } = area.box
  const centre = { latitude: (south + north) / 2, longitude: wrap((west + east) / 2) }
  const whole = east - west >= 360
  const box = {
    west: whole ? -180 : wrap(west),
    east: whole ? 180 : wrap(east),
    south: Math.max(-90, south),
    north: Math.min(90, north),
  }
  return { box, origin: located ?? centre, ...filter }
}

/** A longitude between -180 and 180. */
function wrap(longitude: number): number {
  return ((((longitude + 180) % 360) + 360) % 360) - 180
}
