import type { Deps } from '#platform/server/deps.ts'
import type { GeocodingResult } from '../contract.ts'
import { createGeocoding } from './cached-geocoding.ts'
import type { AddressQuery } from './geocoder.ts'

/**
 * The position of an address; false if not even its town is known. May query a provider, so call it outside
 * transactions.
 */
export function findAddress(deps: Deps, address: AddressQuery): Promise<GeocodingResult | false> {
  return createGeocoding({ ...deps, streets: deps.streetMap.streets }).geocode(address)
}
