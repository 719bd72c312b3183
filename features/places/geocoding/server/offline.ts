import { distanceInMetres, type Position } from '#platform/shared/geography.ts'
import { foldName } from '#platform/shared/input/folded-name.ts'
import type { Language } from '#platform/shared/languages.ts'
import type { GeocodingResult } from '../contract.ts'
import type { AddressQuery } from './geocoder.ts'
import {
  buildPlaceIndex,
  findExact,
  findSimilar,
  type Hit,
  type IndexedPlace,
  type PlaceIndex,
} from './place-index.ts'
import { localName } from './place-labels.ts'
import { cantonIn, lookups, postcodeFits } from './place-names.ts'
import { swissTownsOf, townsCalled } from './swiss-towns.ts'

let building: Promise<PlaceIndex> | undefined

/** Built once per process, on first use: about 18 MB, one second in total, in steps of at most 60 ms. */
export function placeIndex(): Promise<PlaceIndex> {
  building ??= buildPlaceIndex().catch((error: unknown) => {
    building = undefined
    throw error
  })
  return building
}

export const magnitude = ({ population }: IndexedPlace) => Math.log10(population + 10)

function addressScore(hit: Hit, { city, postcode, country }: AddressQuery): number {
  const { place, own } = hit
  const fits = postcodeFits(country, postcode, place)
  return (
    magnitude(place) +
    (own ? 2 : 0) +
    (place.quarter ? -1 : 0) +
    (fits === undefined ? 0 : fits ? 3 : -3) +
    (cantonIn(city) === place.admin1 ? 6 : 0)
  )
}

function best(hits: Hit[], score: (hit: Hit) => number): Hit | undefined {
  let winner: Hit | undefined
  let highest = Number.NEGATIVE_INFINITY
  for (const hit of hits) {
    const points = score(hit)
    if (points > highest) {
      winner = hit
      highest = points
    }
  }
  return winner
}

const middleOf = ({ latitude, longitude }: Position): GeocodingResult => ({
  latitude,
  longitude,
  location_type: 'APPROXIMATE',
})

/** The listed place that an address most likely means. */
function placeCalled(index: PlaceIndex, address: AddressQuery): IndexedPlace | undefined {
  const inCountry = ({ place }: Hit) => place.country === address.country
  for (const key of lookups(address.city)) {
    const bestHit = best(findExact(index, key).filter(inCountry), (hit) =>
      addressScore(hit, address),
    )
    if (bestHit) return bestHit.place
  }
  return undefined
}

/** The centre of the place, or of the postcode's area if the list lacks the name; false if the country has neither. */
export async function geocodeOffline(address: AddressQuery): Promise<GeocodingResult | false> {
  const isSwiss = address.country === 'CH' || address.country === 'LI'
  const towns = isSwiss ? swissTownsOf(address.postcode) : []
  const [called] = townsCalled(towns, address.city)
  if (called) return middleOf(called)
  const index = await placeIndex()
  const place = placeCalled(index, address)
  if (place) return middleOf(place)
  const [town] = towns
  if (town) return middleOf(town)
  const similar = findSimilar(index, foldName(address.city)).filter(
    ({ place: { country } }) => country === address.country,
  )
  const bestHit = best(similar, (hit) => addressScore(hit, address))
  return bestHit ? middleOf(bestHit.place) : false
}

const MAX_DEGREES = 0.4

/** Whether a place of that country is near the position. If not, the position is wrong. */
export async function liesInCountry(position: Position, country: string): Promise<boolean> {
  const { places } = await placeIndex()
  return places.some(
    (place) =>
      place.country === country &&
      Math.abs(place.latitude - position.latitude) < MAX_DEGREES &&
      Math.abs(place.longitude - position.longitude) < MAX_DEGREES,
  )
}

/** A place farther away than this says little about a position. */
const AROUND_METRES = 15_000

function nearestOf(places: readonly IndexedPlace[], spot: Position): IndexedPlace | undefined {
  let nearest: IndexedPlace | undefined
  let least = AROUND_METRES
  for (const place of places) {
    // A degree of latitude is 111 km, so this check alone rules out most places.
    if (Math.abs(place.latitude - spot.latitude) > 0.15) continue
    const metres = distanceInMetres(place, spot)
    if (metres < least) {
      least = metres
      nearest = place
    }
  }
  return nearest
}

/** Name of the town or village around a spot, in `lang`; null if none is near. */
export async function nameOfPlaceAround(spot: Position, lang: Language): Promise<string | null> {
  const { places } = await placeIndex()
  const nearest = nearestOf(places, spot)
  return nearest ? localName(nearest, lang) : null
}

/**
 * ISO code of the country around a spot: that of the nearest place with one of these folded names, or else of the
 * nearest place; undefined if none is near.
 */
export async function countryAround(
  spot: Position,
  names: readonly string[],
): Promise<string | undefined> {
  const index = await placeIndex()
  const named = names.flatMap((name) => findExact(index, name)).map(({ place }) => place)
  return (nearestOf(named, spot) ?? nearestOf(index.places, spot))?.country
}
