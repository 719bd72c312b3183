import type { Street } from '#platform/server/street-map/address-list.ts'
import { distanceInMetres } from '#platform/shared/geography.ts'
import { foldName } from '#platform/shared/input/folded-name.ts'
import type { GeocodingResult, Place } from '../../contract.ts'
import { Addresses } from '../addresses.ts'
import { type AddressQuery, type Geocoding, MAX_SUGGESTIONS, type PlaceQuery } from '../geocoder.ts'
import { searchOffline } from '../place-search.ts'
import { type FoundStreet, NEAR_METRES, StreetSearch } from './street-search.ts'

const isAnswer = ({ exact, meant, place }: FoundStreet) =>
  exact && meant && place.location_type === 'ROOFTOP'

/** Alternates between both lists, then yields the rest of the longer one. */
function* inTurns<T>(a: readonly T[], b: readonly T[]): Generator<T> {
  for (let i = 0; i < Math.max(a.length, b.length); i++)
    yield* [...a.slice(i, i + 1), ...b.slice(i, i + 1)]
}

/**
 * Order: places with exactly that name, complete street names, then places and streets that begin with the text, the
 * nearest first. Distant streets come last.
 */
function merge(
  { text, near }: PlaceQuery,
  streets: readonly FoundStreet[],
  places: readonly Place[],
): Place[] {
  const name = foldName(text)
  const isWithoutNumber = !/\d/.test(text)
  const isNamed = ({ label, location_type, named }: Place) =>
    location_type === 'APPROXIMATE' &&
    ((named && isWithoutNumber) || foldName(label.split(',')[0] ?? '') === name)
  const those = (keep: (street: FoundStreet) => boolean) =>
    streets.filter(keep).map(({ place }) => place)
  const isInstead = ({ unknown_street }: Place) => unknown_street !== undefined
  const begun = places.filter((place) => !isNamed(place) && !isInstead(place))
  const streetsBegun = those(({ exact, meant }) => meant && !exact)
  const [nextPlace] = begun
  const isFar = near && nextPlace && distanceInMetres(near, nextPlace) > NEAR_METRES
  const all = [
    ...places.filter(isNamed),
    ...those(({ exact, meant }) => meant && exact),
    ...(isFar ? inTurns(streetsBegun, begun) : inTurns(begun, streetsBegun)),
    // Places returned for a street that the place list does not know; the community's regions may.
    ...places.filter(isInstead),
    ...those(({ meant }) => !meant),
  ]
  const suggestions: Place[] = []
  for (const place of all) {
    // A provider may return the same place with the country appended.
    const isKnown = suggestions.some(({ label }) => `${place.label},`.startsWith(`${label},`))
    if (!isKnown) suggestions.push(place)
  }
  return suggestions.slice(0, MAX_SUGGESTIONS)
}

/** Searches the address lists of the community's own regions, and falls back to another source. */
export class RegionalGeocoding implements Geocoding {
  readonly #streets: readonly Street[]
  readonly #addresses: Addresses
  readonly #elsewhere: Geocoding
  #search: Promise<StreetSearch> | undefined

  constructor(streets: readonly Street[], elsewhere: Geocoding) {
    this.#streets = streets
    this.#addresses = new Addresses(streets)
    this.#elsewhere = elsewhere
  }

  async geocode(
    address: AddressQuery,
    options?: { patient?: boolean },
  ): Promise<GeocodingResult | false> {
    const own = await this.#addresses.geocode(address)
    return own || this.#elsewhere.geocode(address, options)
  }

  async search(query: PlaceQuery): Promise<Place[]> {
    const streets = (await this.#streetSearch()).find(query.text, query.near)
    const places = await (streets.some(isAnswer)
      ? searchOffline(query)
      : this.#elsewhere.search(query))
    return merge(query, streets, places)
  }

  async prepare(): Promise<void> {
    await this.#elsewhere.prepare()
    await this.#streetSearch()
  }

  #streetSearch(): Promise<StreetSearch> {
    this.#search ??= StreetSearch.over(this.#streets)
    return this.#search
  }
}
