import type { Street } from '#platform/server/street-map/address-list.ts'
import { distanceInMetres } from '#platform/shared/geography.ts'
import { foldName } from '#platform/shared/input/folded-name.ts'
import type { AddressQuery } from '../geocoder.ts'
import { countryAround, geocodeOffline } from '../offline.ts'
import { lookups, spellings } from '../place-names.ts'
import { slips } from '../slips.ts'
import { streetKey } from './house-numbers.ts'

/** Two towns with the same name, or with the same postcode in two countries, are farther apart than this. */
const SAME_TOWN_METRES = 20_000

/** The streets of one town, from all address lists. */
export class StreetPlace {
  readonly postcode: string
  /** Folded spellings of its name; either part of "Gamprin-Bendern" is also one. */
  readonly names: readonly string[]
  readonly streets: Street[] = []
  #byKey: Map<string, Street[]> | undefined

  constructor(postcode: string, city: string) {
    this.postcode = bareCode(postcode)
    this.names = [...new Set([...spellings(city), ...city.split('-').map(foldName)])]
  }

  /** Streets by {@link streetKey}; built on first use. */
  get byKey(): ReadonlyMap<string, readonly Street[]> {
    if (this.#byKey) return this.#byKey
    const sorted = new Map<string, Street[]>()
    for (const street of this.streets) {
      const key = streetKey(street.name)
      sorted.set(key, [...(sorted.get(key) ?? []), street])
    }
    this.#byKey = sorted
    return sorted
  }
}

/** Letters and digits of a postcode, without a country prefix as in "FL-9490". */
const bareCode = (postcode: string) =>
  postcode
    .toUpperCase()
    .replace(/^[A-Z]{1,3}[-\s]+(?=\d)/, '')
    .replace(/[^A-Z\d]/g, '')

export function placesOf(streets: readonly Street[]): StreetPlace[] {
  const places = new Map<string, StreetPlace>()
  for (const street of streets) {
    const { postcode, city } = street.place
    const key = `${postcode}\n${city}`
    const place = places.get(key) ?? new StreetPlace(postcode, city)
    place.streets.push(street)
    places.set(key, place)
  }
  return [...places.values()]
}

/** How much a place differs from the typed text: 0 if not at all, undefined if it is a different place. */
function doubts(place: StreetPlace, names: readonly string[], code: string): number | undefined {
  const isNamed = names.some((name) => place.names.includes(name))
  const isCoded = code !== '' && place.postcode === code
  if (isNamed && isCoded) return 0
  if (isNamed) return 1
  const isNearlyNamed = names.some((name) =>
    place.names.some((own) => slips(name, own) <= (own.length < 4 ? 0 : own.length < 8 ? 1 : 2)),
  )
  if (isCoded) return isNearlyNamed ? 0 : 2
  const isNearlyCoded = code === '' || place.postcode === '' || slips(code, place.postcode) <= 1
  return isNearlyNamed && isNearlyCoded ? 3 : undefined
}

/** Liechtenstein uses Swiss postcodes, and many people there leave the form's default country, Switzerland. */
const isPostedFrom = (typedCountry: string, country: string | undefined) =>
  typedCountry === 'CH' && country === 'LI'

/** The places that an address may mean, the most likely first. Allows a typing error in the postcode or the city. */
export async function placesMeant(
  all: readonly StreetPlace[],
  query: AddressQuery,
): Promise<{ place: StreetPlace; doubt: number }[]> {
  const names = lookups(query.city)
  const code = bareCode(query.postcode)
  const likelyPlaces: { place: StreetPlace; doubt: number }[] = []
  for (const place of all) {
    const doubt = doubts(place, names, code)
    if (doubt === undefined) continue
    const spot = place.streets[0]?.middle
    if (!spot) continue
    const country = await countryAround(spot, place.names)
    if (country !== query.country && !(doubt === 0 && isPostedFrom(query.country, country)))
      continue
    if (doubt > 0) {
      const town = await geocodeOffline(query)
      if (town && distanceInMetres(town, spot) > SAME_TOWN_METRES) continue
    }
    likelyPlaces.push({ place, doubt })
  }
  return likelyPlaces.sort((a, b) => a.doubt - b.doubt)
}
