import type { Language } from '#platform/shared/languages.ts'
import type { Place } from '../contract.ts'
import { countryCalled } from './country-codes.ts'
import { placeIndex } from './offline.ts'
import { countryNames } from './place-labels.ts'

/** Zoom level at which an area of this many degrees fits a map of usual size. */
const zoomOf = (degrees: number) =>
  Math.max(4, Math.min(12, Math.floor(Math.log2(360 / degrees)) + 1))
/** At our latitudes a degree of latitude is longer than one of longitude. */
const LATITUDE_STRETCH = 1.5

/** The country whose name equals the text, with the extent of its places; null if there is none. */
export async function findCountry(text: string, lang: Language): Promise<Place | null> {
  const code = countryCalled(text)
  if (code === undefined) return null
  const places = (await placeIndex()).places.filter(({ country }) => country === code)
  if (places.length === 0) return null
  let [south, north, west, east] = [90, -90, 180, -180]
  for (const { latitude, longitude } of places) {
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
  }
  const degrees = Math.max(east - west, (north - south) * LATITUDE_STRETCH, 0.1)
  return {
    label: countryNames.get(lang)?.of(code) ?? text,
    latitude: (south + north) / 2,
    longitude: (west + east) / 2,
    location_type: 'APPROXIMATE',
    zoom: zoomOf(degrees),
    named: true,
  }
}
