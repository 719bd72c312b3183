import swissTowns from 'switzerland-postal-codes/dist/postal-codes.json' with { type: 'json' }
import type { Street } from '#platform/server/street-map/address-list.ts'
import { foldName } from '#platform/shared/input/folded-name.ts'
import type { Place } from '../contract.ts'
import { MAX_SUGGESTIONS, type PlaceQuery } from './geocoder.ts'
import { searchOffline } from './offline.ts'

/** "9490", "FL-9490 Vaduz", "CH 8004", "79098 Freiburg": a postcode, and what may stand behind it. */
const POSTCODE = /^\s*(?:\p{L}{1,3}[-\s])?(\d{4,5})(?:[\s,]+(\p{L}.*))?$/u

/** The postcode in a search text, and the name behind it; null if the text does not begin with one. */
export function readPostcode(text: string): { postcode: string; name: string } | null {
  const [, postcode, name = ''] = POSTCODE.exec(text) ?? []
  return postcode === undefined ? null : { postcode, name: name.trim() }
}

interface Town {
  postcode: string
  city: string
  latitude: number
  longitude: number
}

/** The towns of a region's address lists by their postcode; each in the middle of its streets. */
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

/** Towns of the own regions that have this postcode, and a name that begins as it is typed. */
export function findTowns(
  towns: ReadonlyMap<string, readonly Town[]>,
  { postcode, name }: { postcode: string; name: string },
): Place[] {
  return (towns.get(postcode) ?? [])
    .filter(({ city }) => foldName(city).startsWith(foldName(name)))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ city, latitude, longitude }) => ({
      label: `${postcode} ${city}`,
      latitude,
      longitude,
      location_type: 'APPROXIMATE',
    }))
}

const SWISS_TOWNS: Readonly<Record<string, string | undefined>> = swissTowns

/** The town of a Swiss postcode that is typed alone, from the list of places; empty for any other text. */
export async function findSwissTown(
  { postcode, name }: { postcode: string; name: string },
  query: PlaceQuery,
): Promise<Place[]> {
  const town = SWISS_TOWNS[postcode]
  if (name !== '' || town === undefined) return []
  const [place] = await searchOffline({ ...query, text: town }, { country: 'CH', postcode })
  return place ? [{ ...place, label: `${postcode} ${place.label}` }] : []
}
