import type { Street } from '#platform/server/street-map/address-list.ts'
import type { Place } from '../contract.ts'
import { findCountry } from './countries.ts'
import { type AddressQuery, type Geocoding, MAX_SUGGESTIONS, type PlaceQuery } from './geocoder.ts'
import { findSwissTown, findTowns, readPostcode, townsOf } from './postcodes.ts'
import { placeOfSpot, readSpot } from './spots.ts'

/** What needs nobody's list of names: degrees, postcodes of the own regions and of Switzerland, countries. */
export class WrittenPlaces implements Geocoding {
  readonly #towns: ReturnType<typeof townsOf>
  readonly #named: Geocoding

  constructor(streets: readonly Street[], named: Geocoding) {
    this.#towns = townsOf(streets)
    this.#named = named
  }

  geocode(address: AddressQuery, options?: { patient?: boolean }) {
    return this.#named.geocode(address, options)
  }

  async search(query: PlaceQuery): Promise<Place[]> {
    const spot = readSpot(query.text)
    if (spot) return [placeOfSpot(spot)]
    const first = await this.#findFirst(query)
    const byName = await this.#named.search(query)
    const others = byName.filter(({ label }) => !first.some((each) => each.label === label))
    return [...first, ...others].slice(0, MAX_SUGGESTIONS)
  }

  async #findFirst(query: PlaceQuery): Promise<Place[]> {
    const code = readPostcode(query.text)
    if (code) {
      const own = findTowns(this.#towns, code)
      return own.length > 0 ? own : findSwissTown(code, query)
    }
    const country = await findCountry(query.text, query.lang)
    return country ? [country] : []
  }

  prepare(): Promise<void> {
    return this.#named.prepare()
  }
}
