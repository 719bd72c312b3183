import type { GeocodingResult } from '#features/places/geocoding/contract.ts'
import { distanceInMetres, type Position } from '#platform/shared/geography.ts'

/** Distance in metres within which two positions count as the same town, if only the town was found. */
const SAME_TOWN_METRES = 15_000
/** Distance in metres to the geocoded address from which a position is questioned. */
const FAR_METRES = { ROOFTOP: 500, STREET: 2_000, APPROXIMATE: 8_000 }
/**
 * Distance in metres within which a position counts as the geocoded one, where the server places letterboxes by
 * itself.
 */
const SAME_SPOT_METRES = 50

export interface StartingSpot {
  position: Position
  /**
   * `town`: only the town was found, and this is its middle. `old`: the position at the previous address. Both have to
   * be moved or confirmed.
   */
  source: 'saved' | 'address' | 'town' | 'old'
}

interface AddressSpots {
  /** The position confirmed at this address. */
  saved: Position | null
  /** The position before the address changed. */
  old: Position | null
  /** The geocoded position of the address. */
  geocoded: GeocodingResult | null
}

/**
 * Initial position of the marker. A geocoded house or street wins. If only the town was found, an old position in it
 * is closer to the truth than its middle.
 */
export function startingSpot({ saved, old, geocoded }: AddressSpots): StartingSpot | null {
  if (saved) return { position: saved, source: 'saved' }
  if (old && staysAt(old, geocoded)) return { position: old, source: 'old' }
  if (!geocoded) return null
  const { latitude, longitude, location_type } = geocoded
  const source = location_type === 'APPROXIMATE' ? 'town' : 'address'
  return { position: { latitude, longitude }, source }
}

function staysAt(old: Position, geocoded: GeocodingResult | null): boolean {
  if (!geocoded) return true
  if (geocoded.location_type !== 'APPROXIMATE') return false
  const metres = distanceInMetres(old, geocoded)
  return metres > SAME_SPOT_METRES && metres < SAME_TOWN_METRES
}

/** Distance of a position from the house or town of its address; null if it may well be right. */
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
