import type { GeocodingResult } from '#features/geocoding/contract.ts'
import { distanceInMetres, type Position } from '#platform/shared/geography.ts'

/**
 * The distance in metres up to which two spots count as in the same town, where only the town was found.
 */
const SAME_TOWN_METRES = 15_000
/** From this distance in metres to the geocoded address on, a spot is questioned. */
const FAR_METRES = { ROOFTOP: 500, STREET: 2_000, APPROXIMATE: 8_000 }
/** Up to this distance two spots count as in the same street; longer streets exist only in the country. */
const SAME_STREET_METRES = 1_000

export interface StartingSpot {
  position: Position
  /**
   * `town`: only the town was found, and this is its middle. `old`: where the letterbox stood at the
   * address before. To go on with either of them, the marker is moved or the spot is confirmed.
   */
  source: 'saved' | 'address' | 'town' | 'old'
}

interface AddressSpots {
  /** Confirmed at this address. */
  saved: Position | null
  /** Where the letterbox stood before its address changed. */
  old: Position | null
  /** Where the geocoder puts the address. */
  geocoded: GeocodingResult | null
}

/**
 * Where the marker of a letterbox starts. A house that was found wins; another number in the same
 * street, or a street that was not found in the same town, starts from the old spot.
 */
export function startingSpot({ saved, old, geocoded }: AddressSpots): StartingSpot | null {
  if (saved) return { position: saved, source: 'saved' }
  if (old && staysNear(old, geocoded)) return { position: old, source: 'old' }
  if (!geocoded) return null
  const { latitude, longitude, location_type } = geocoded
  const source = location_type === 'APPROXIMATE' ? 'town' : 'address'
  return { position: { latitude, longitude }, source }
}

function staysNear(old: Position, geocoded: GeocodingResult | null): boolean {
  if (!geocoded) return true
  const reach = { ROOFTOP: 0, STREET: SAME_STREET_METRES, APPROXIMATE: SAME_TOWN_METRES }
  return distanceInMetres(old, geocoded) < reach[geocoded.location_type]
}

/** How far a spot is from the house or town of its address; null where the spot may well be right. */
export function farFrom(
  geocoded: GeocodingResult | null,
  spot: Position,
): { about: 'farFromHouse' | 'farFromTown'; metres: number } | null {
  if (!geocoded) return null
  const metres = distanceInMetres(geocoded, spot)
  if (metres <= FAR_METRES[geocoded.location_type]) return null
  return {
    about: geocoded.location_type === 'APPROXIMATE' ? 'farFromTown' : 'farFromHouse',
    metres,
  }
}
