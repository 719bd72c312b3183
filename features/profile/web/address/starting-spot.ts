import type { GeocodingResult } from '#features/geocoding/contract.ts'
import { distanceInMetres, type Position } from '#platform/shared/geography.ts'

/** Metres between two spots of one town at most, where nothing but the town is known. */
const SAME_TOWN_METRES = 15_000
/** Metres from what was found of an address from which a spot is questioned. */
const FAR_METRES = { ROOFTOP: 500, STREET: 2_000, APPROXIMATE: 8_000 }
/** A street is longer than this only out in the country. */
const SAME_STREET_METRES = 1_000

export interface StartingSpot {
  position: Position
  /**
   * `town`: only the place was found, this is its middle. `old`: where the letterbox stood at the
   * address of before. Neither is verified by going on: it is moved, or confirmed in words.
   */
  source: 'saved' | 'address' | 'town' | 'old'
}

interface Known {
  /** Confirmed at this address. */
  saved: Position | null
  /** Where the letterbox stood before its address changed. */
  old: Position | null
  found: GeocodingResult | null
}

/**
 * Where the marker of a letterbox starts. A house that was found wins; another number in the same
 * street, or a street that was not found in the same town, starts from the old spot.
 */
export function startingSpot({ saved, old, found }: Known): StartingSpot | null {
  if (saved) return { position: saved, source: 'saved' }
  if (old && staysNear(old, found)) return { position: old, source: 'old' }
  if (!found) return null
  const { latitude, longitude, location_type } = found
  const source = location_type === 'APPROXIMATE' ? 'town' : 'address'
  return { position: { latitude, longitude }, source }
}

function staysNear(old: Position, found: GeocodingResult | null): boolean {
  if (!found) return true
  const reach = { ROOFTOP: 0, STREET: SAME_STREET_METRES, APPROXIMATE: SAME_TOWN_METRES }
  return distanceInMetres(old, found) < reach[found.location_type]
}

/** How far a spot is from what was found of the address, and what that is; null where it may well be right. */
export function farFrom(
  found: GeocodingResult | null,
  spot: Position,
): { about: 'farFromHouse' | 'farFromTown'; metres: number } | null {
  if (!found) return null
  const metres = distanceInMetres(found, spot)
  if (metres <= FAR_METRES[found.location_type]) return null
  return { about: found.location_type === 'APPROXIMATE' ? 'farFromTown' : 'farFromHouse', metres }
}
