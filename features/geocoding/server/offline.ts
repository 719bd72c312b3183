import { FIRST_COUNTRIES } from '#platform/shared/countries.ts'
import { distanceInMetres, type Position } from '#platform/shared/geography.ts'
import { foldName } from '#platform/shared/input/folded-name.ts'
import { LANGUAGES, type Language } from '#platform/shared/languages.ts'
import type { GeocodingResult, Place } from '../contract.ts'
import exonymList from './exonyms.json' with { type: 'json' }
import { type AddressQuery, MAX_SUGGESTIONS, type PlaceQuery } from './geocoder.ts'
import {
  buildPlaceIndex,
  findExact,
  findPrefix,
  type Hit,
  type IndexedPlace,
  type PlaceIndex,
} from './place-index.ts'
import { cantonIn, lookups, postcodeFits } from './place-names.ts'

/** Names in the order of {@link LANGUAGES} for places that are called differently there. */
const EXONYMS: Record<string, string[]> = exonymList

let building: Promise<PlaceIndex> | undefined

/** Built once a process, at the first use: about 18 MB, a second, never more than 60 ms at a time. */
export function placeIndex(): Promise<PlaceIndex> {
  building ??= buildPlaceIndex().catch((error: unknown) => {
    building = undefined
    throw error
  })
  return building
}

const magnitude = ({ population }: IndexedPlace) => Math.log10(population + 10)

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

/** The middle of the place; false when the list does not know it in that country. */
export async function geocodeOffline(address: AddressQuery): Promise<GeocodingResult | false> {
  const index = await placeIndex()
  for (const key of lookups(address.city)) {
    const hits = findExact(index, key).filter(({ place }) => place.country === address.country)
    const bestHit = best(hits, (hit) => addressScore(hit, address))
    if (bestHit) {
      const { latitude, longitude } = bestHit.place
      return { latitude, longitude, location_type: 'APPROXIMATE' }
    }
  }
  return false
}

const regionNames = new Map(
  LANGUAGES.map((lang) => [lang, new Intl.DisplayNames([lang], { type: 'region' })]),
)

function localName(place: IndexedPlace, lang: Language): string {
  const name = EXONYMS[place.id]?.[LANGUAGES.indexOf(lang)] ?? place.name
  const quarter = /^(.+?)\s*\(Kreis \d+\)\s*\/\s*(.+)$/.exec(name)
  return quarter ? `${quarter[2]}, ${quarter[1]}` : name
}

function label(place: IndexedPlace, lang: Language): string {
  const region =
    place.country === 'CH' ? place.admin1 : (regionNames.get(lang)?.of(place.country) ?? '')
  return region ? `${localName(place, lang)}, ${region}` : localName(place, lang)
}

const NEAR_METRES = 60_000
const isFirstCountry = (code: string) => FIRST_COUNTRIES.some((first) => first === code)

function searchScore({ place, own, exact }: Hit, near: Position | undefined): number {
  const closeness = near ? 2.5 * Math.exp(-distanceInMetres(near, place) / NEAR_METRES) : 0
  return (
    magnitude(place) +
    closeness +
    (own ? 1 : 0) +
    (exact ? 1.5 : 0) +
    (place.country === 'CH' ? 1.7 : isFirstCountry(place.country) ? 1 : 0) -
    (place.quarter ? 0.5 : 0)
  )
}

/** The parts of "Langstrasse 12, 8004 Zürich" that may name a place, the likeliest first. */
function searchKeys(text: string): string[] {
  const withoutNumbers = (part: string) => foldName(part.replace(/\p{L}?-?\d+\p{L}?/gu, ' '))
  const parts = text.split(',').reverse()
  return [...new Set([text, ...parts].map(withoutNumbers))].filter((key) => key.length >= 2)
}

function distinct(hits: Hit[], near: Position | undefined): IndexedPlace[] {
  const scores = new Map<IndexedPlace, number>()
  for (const hit of hits) {
    const score = searchScore(hit, near)
    if (score > (scores.get(hit.place) ?? Number.NEGATIVE_INFINITY)) scores.set(hit.place, score)
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([place]) => place)
}

/** Whether a place may have this postcode of that country. */
const hasPostcode = (place: IndexedPlace, { country, postcode }: Posted) =>
  place.country === country && postcodeFits(country, postcode, place) !== false

type Posted = Pick<AddressQuery, 'country' | 'postcode'>

/**
 * Places whose name, in whatever language, begins like the text; the likeliest first.
 * @param posted where given, only those that may have this postcode
 */
export async function searchOffline(
  { text, lang, near }: PlaceQuery,
  posted?: Posted,
): Promise<Place[]> {
  const index = await placeIndex()
  for (const key of searchKeys(text)) {
    const hits = findPrefix(index, key).filter(({ place }) => !posted || hasPostcode(place, posted))
    const places = distinct(hits, near)
    if (places.length === 0) continue
    const named = new Set(hits.filter(({ exact }) => exact).map(({ place }) => place))
    const suggestions = new Map<string, Place>()
    for (const place of places) {
      const text = label(place, lang)
      // Places with the same label look like one place in the list.
      if (suggestions.has(text)) continue
      const { latitude, longitude } = place
      const suggestion: Place = {
        label: text,
        latitude,
        longitude,
        location_type: 'APPROXIMATE',
      }
      if (named.has(place)) suggestion.named = true
      suggestions.set(text, suggestion)
      if (suggestions.size === MAX_SUGGESTIONS) break
    }
    return [...suggestions.values()]
  }
  return []
}

const MAX_DEGREES = 0.4

/** Whether a place of that country lies around: an answer somewhere else is a wrong one. */
export async function liesInCountry(position: Position, country: string): Promise<boolean> {
  const { places } = await placeIndex()
  return places.some(
    (place) =>
      place.country === country &&
      Math.abs(place.latitude - position.latitude) < MAX_DEGREES &&
      Math.abs(place.longitude - position.longitude) < MAX_DEGREES,
  )
}

/** Further away than this a place says little about a spot. */
const AROUND_METRES = 15_000

function nearestOf(places: readonly IndexedPlace[], spot: Position): IndexedPlace | undefined {
  let nearest: IndexedPlace | undefined
  let least = AROUND_METRES
  for (const place of places) {
    // A degree of latitude is 111 km: most places are ruled out by that alone.
    if (Math.abs(place.latitude - spot.latitude) > 0.15) continue
    const metres = distanceInMetres(place, spot)
    if (metres < least) {
      least = metres
      nearest = place
    }
  }
  return nearest
}

/** Name of the town or village around a spot, in the words of `lang`; null where none is near. */
export async function nameOfPlaceAround(spot: Position, lang: Language): Promise<string | null> {
  const { places } = await placeIndex()
  const nearest = nearestOf(places, spot)
  return nearest ? localName(nearest, lang) : null
}

/**
 * ISO code of the country around a spot: of the place there that has one of these folded names, else
 * of the nearest one; undefined where none is near.
 */
export async function countryAround(
  spot: Position,
  names: readonly string[],
): Promise<string | undefined> {
  const index = await placeIndex()
  const named = names.flatMap((name) => findExact(index, name)).map(({ place }) => place)
  return (nearestOf(named, spot) ?? nearestOf(index.places, spot))?.country
}
