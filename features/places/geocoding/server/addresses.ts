import type { Street } from '#platform/server/street-map/address-list.ts'
import type { GeocodingResult } from '../contract.ts'
import type { AddressQuery } from './geocoder.ts'
import { slips } from './slips.ts'
import {
  findHouse,
  locateHouse,
  readAddress,
  streetKey,
  type TypedAddress,
} from './streets/house-numbers.ts'
import { placesMeant, placesOf, type StreetPlace } from './streets/street-places.ts'

/** Endings shared by many streets; they do not tell one street from another. */
const ENDING = /(?:strasse|gasse|gass|weg|platz|allee|ring|halde|rain)$/
const STRASSE = 'strasse'

/** Number of typing errors up to which a name still means this street and no other. */
function slipsAllowed(key: string, typed: string): number {
  const stem = key.replace(ENDING, '')
  // "Austrase": the part that distinguishes the street is complete.
  if (key === stem + STRASSE && typed.startsWith(stem + STRASSE[0])) return 2
  return stem.length < 3 ? 0 : stem.length < 7 ? 1 : 2
}

interface Candidate {
  street: Street
  /** Number of typing errors in the street's name. */
  slips: number
  /** Number of typing errors in the name or postcode of the place. */
  doubt: number
  hasHouse: boolean
}

const order = (a: Candidate, b: Candidate) =>
  a.slips - b.slips || Number(b.hasHouse) - Number(a.hasHouse) || a.doubt - b.doubt

function* candidatesIn(
  place: StreetPlace,
  doubt: number,
  { street: name, number }: TypedAddress,
): Generator<Candidate> {
  const typed = streetKey(name)
  const has = (street: Street) => findHouse(street, number)?.exact === true
  const exact = place.byKey.get(typed)
  if (exact) {
    for (const street of exact) yield { street, slips: 0, doubt, hasHouse: has(street) }
    return
  }
  for (const [key, streets] of place.byKey) {
    const allowed = slipsAllowed(key, typed)
    if (Math.abs(key.length - typed.length) > allowed) continue
    const made = slips(key, typed)
    if (made > allowed) continue
    for (const street of streets) yield { street, slips: made, doubt, hasHouse: has(street) }
  }
}

/** Undefined if two streets are equally likely: a house in the wrong street is worse than the town's centre. */
function likeliest(candidates: Candidate[]): Street | undefined {
  const [first, second] = candidates.sort(order)
  const isGuess = first && second && first.slips > 0 && order(first, second) === 0
  return isGuess && first.street.name !== second.street.name ? undefined : first?.street
}

/** Finds addresses in the community's own regions, using the address lists that belong to its street map. */
export class Addresses {
  readonly #places: readonly StreetPlace[]

  constructor(streets: readonly Street[]) {
    this.#places = placesOf(streets)
  }

  /**
   * Returns the position of the house or of the street; false if the street is unknown in that place and country.
   * Tolerates a typing error in the street and one in the postcode or city.
   */
  async geocode(query: AddressQuery): Promise<GeocodingResult | false> {
    const likelyPlaces = await placesMeant(this.#places, query)
    if (likelyPlaces.length === 0) return false
    // "c/o Muster, Landstrasse 12" and "Landstrasse 12, 2. Stock".
    for (const part of new Set([query.address, ...query.address.split(',')])) {
      const typed = readAddress(part.trim())
      const street = likeliest(
        likelyPlaces.flatMap(({ place, doubt }) => [...candidatesIn(place, doubt, typed)]),
      )
      if (!street) continue
      const { latitude, longitude, isHouse } = locateHouse(street, typed.number)
      return { latitude, longitude, location_type: isHouse ? 'ROOFTOP' : 'STREET' }
    }
    return false
  }
}
