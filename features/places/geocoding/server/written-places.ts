import type { Street } from '#platform/server/street-map/address-list.ts'
import { splitAddress } from '#platform/shared/input/house-number.ts'
import type { Language } from '#platform/shared/languages.ts'
import type { Place } from '../contract.ts'
import { findCountry } from './countries.ts'
import { type AddressQuery, type Geocoding, MAX_SUGGESTIONS, type PlaceQuery } from './geocoder.ts'
import { findSwissTowns, findTowns, readPostcode, townsOf } from './postcodes.ts'
import { placeOfSpot, readSpot } from './spots.ts'

/** Whether a label with a postcode names the same town as one without: "8580 Amriswil, TG" and "Amriswil, TG". */
const isSameTown = (posted: string, label: string) =>
  posted === label || posted.replace(/^\d+ /, '') === label

/** Removes `unknown_street` from a place whose street is known after all. */
function withoutStreet({ unknown_street: _, ...place }: Place): Place {
  return place
}

/** Adds degrees, countries and postcodes, which need no list of names, to the results of the geocoder below it. */
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
    const byName = await this.#named.search(query)
    const hasStreet = byName.some(({ location_type }) => location_type !== 'APPROXIMATE')
    const first = await this.#findFirst(query, hasStreet)
    const others = byName
      .filter(({ label }) => !first.some((each) => isSameTown(each.label, label)))
      .map((place) => (hasStreet ? withoutStreet(place) : place))
    const last = first.length > 0 ? [] : await this.#findOthers(query)
    // A postcode may have more towns than a search has suggestions.
    const most = Math.max(MAX_SUGGESTIONS, first.length)
    return [...first, ...others, ...last].slice(0, most)
  }

  async #findFirst({ text, lang }: PlaceQuery, hasStreet: boolean): Promise<Place[]> {
    const code = readPostcode(text)
    if (code) return this.#findPosted(code, lang)
    const country = await findCountry(text, lang)
    if (country) return [country]
    const { line, rest } = splitAddress(text)
    const codeBehind = hasStreet ? null : readPostcode(rest.replace(/^[\s,;]+/, ''))
    if (!codeBehind) return []
    const towns = await this.#findPosted(codeBehind, lang)
    return towns.map((town) => ({ ...town, unknown_street: line }))
  }

  /** The towns of a postcode that is followed by the name of a different town. */
  async #findOthers({ text, lang }: PlaceQuery): Promise<Place[]> {
    const code = readPostcode(text)
    return code ? this.#findPosted({ ...code, name: '' }, lang) : []
  }

  /** The towns of a postcode; only those that match the typed name, if there is one. */
  async #findPosted(code: { postcode: string; name: string }, lang: Language): Promise<Place[]> {
    const own = findTowns(this.#towns, code)
    return own.length > 0 ? own : findSwissTowns(code, lang)
  }

  prepare(): Promise<void> {
    return this.#named.prepare()
  }
}
