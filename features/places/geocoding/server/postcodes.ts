import type { Street } from '#platform/server/street-map/address-list.ts'
import { distanceInMetres, type Position } from '#platform/shared/geography.ts'
import { foldName } from '#platform/shared/input/folded-name.ts'
import type { Language } from '#platform/shared/languages.ts'
import type { Place } from '../contract.ts'
import { placeIndex } from './offline.ts'
import { findExact, type IndexedPlace, SAME_PLACE_METRES } from './place-index.ts'
import { labelOf } from './place-labels.ts'
import { lookups } from './place-names.ts'
import { type PostalTown, swissTownsOf, townsCalled } from './swiss-towns.ts'

/** "9490", "FL-9490 Vaduz", "CH 8004", "79098 Freiburg": a postcode, optionally followed by a name. */
const POSTCODE = /^\s*(?:\p{L}{1,3}[-\s])?(\d{4,5})(?:[\s,]+(\p{L}.*))?$/u

/** The postcode in a search text and the name after it; null if the text does not begin with a postcode. */
export function readPostcode(text: string): { postcode: string; name: string } | null {
  const [, postcode, name = ''] = POSTCODE.exec(text) ?? []
  return postcode === undefined ? null : { postcode, name: name.trim() }
}

interface Town extends Position {
  postcode: string
  city: string
}

/** The towns in a region's address lists by postcode; each lies at the average of its streets. */
export function townsOf(streets: readonly Street[]): ReadonlyMap<string, readonly Town[]> {
  const sums = new Map<string, Town & { count: number }>()
  for (const { place, middle } of streets) {
    const { postcode, city } = place
    const key = `${postcode}\n${city}`
    const sum = sums.get(key) ?? { postcode, city, latitude: 0, longitude: 0, count: 0 }
    sum.latitude += middle.latitude
    sum.longitude += middle.longitude
    sum.count += 1
    sums.set(key, sum)
  }
  const towns = new Map<string, Town[]>()
  for (const { postcode, city, latitude, longitude, count } of sums.values()) {
    const town = { postcode, city, latitude: latitude / count, longitude: longitude / count }
    towns.set(postcode, [...(towns.get(postcode) ?? []), town])
  }
  return towns
}

/** Towns of the community's own regions with this postcode and a name that begins with the typed one. */
export function findTowns(
  towns: ReadonlyMap<string, readonly Town[]>,
  { postcode, name }: { postcode: string; name: string },
): Place[] {
  return (towns.get(postcode) ?? [])
    .filter(({ city }) => foldName(city).startsWith(foldName(name)))
    .map(({ city, latitude, longitude }) => ({
      label: `${postcode} ${city}`,
      latitude,
      longitude,
      location_type: 'APPROXIMATE',
    }))
}

/** The same town in the place list, which has its size and its names in other languages. */
async function listedPlace(town: PostalTown): Promise<IndexedPlace | undefined> {
  const index = await placeIndex()
  return lookups(town.name)
    .flatMap((key) => findExact(index, key))
    .map(({ place }) => place)
    .find(
      (place) =>
        place.country === town.country &&
        !place.quarter &&
        distanceInMetres(place, town) < SAME_PLACE_METRES,
    )
}

/** The towns of a Swiss postcode, the largest first. If a name follows the postcode, only towns that match it. */
export async function findSwissTowns(
  { postcode, name }: { postcode: string; name: string },
  lang: Language,
): Promise<Place[]> {
  const towns = swissTownsOf(postcode)
  const meant = name === '' ? towns : townsCalled(towns, name)
  const ranked = await Promise.all(
    meant.map(async (town) => ({ town, listed: await listedPlace(town) })),
  )
  if (name === '') {
    ranked.sort((a, b) => (b.listed?.population ?? 0) - (a.listed?.population ?? 0))
  }
  const suggestions = new Map<string, Place>()
  for (const { town, listed } of ranked) {
    const { latitude, longitude, name: own, canton } = town
    const label = `${postcode} ${listed ? labelOf(listed, lang) : [own, canton].filter(Boolean).join(', ')}`
    if (suggestions.has(label)) continue
    suggestions.set(label, { label, latitude, longitude, location_type: 'APPROXIMATE' })
  }
  return [...suggestions.values()]
}
