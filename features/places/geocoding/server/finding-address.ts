import type { Deps } from '#platform/server/deps.ts'
import type { GeocodingResult } from '../contract.ts'
import { createGeocoding } from './cached-geocoding.ts'
import type { AddressQuery } from './geocoder.ts'

/**
 * The spot of an address; false where not even its town is known. It may ask a provider: call it outside of
 * transactions.
 */
export function findAddress(deps: Deps, address: AddressQuery): Promise<GeocodingResult | false> {
  return createGeocoding({ ...deps, streets: deps.streetMap.streets }).geocode(address)
}
