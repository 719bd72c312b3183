import type { GeocodingResult } from '#features/places/geocoding/contract.ts'
import { distanceInMetres, type Position } from '#platform/shared/geography.ts'

/**
 * The distance in metres up to which two spots count as in the same town, where only the town was found.
 */
const SAME_TOWN_METRES = 15_000
/** From this distance in metres to the geocoded address on, a spot is questioned. */
const FAR_METRES = { ROOFTOP: 500, STREET: 2_000, APPROXIMATE: 8_000 }
/** Up to this distance in metres a spot is the one that was found: the server puts letterboxes there by itself. */
const SAME_SPOT_METRES = 50

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
 * Where the marker of a letterbox starts. A house or a street that was found wins; where only the town was found, an
 * old spot in it is nearer to the truth than its middle.
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
