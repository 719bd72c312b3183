import type { Position } from '#platform/shared/geography.ts'
import type { TownOfHouses } from './liechtenstein.ts'
import placeList from './places.json' with { type: 'json' }
import type { Random } from './random.ts'
import streetList from './streets.json' with { type: 'json' }
import { scatter, type Terrain } from './terrain.ts'

export type PlaceLanguage = 'de' | 'fr' | 'it'
/** Language and country determine names and streets: `de-CH`, `fr-FR`, ... */
export type Region = InventedRegion | 'de-LI'
/** Regions with invented streets and house numbers. */
type InventedRegion = 'de-CH' | 'fr-CH' | 'it-CH' | 'de-DE' | 'de-AT' | 'fr-FR' | 'it-IT'

/** A part of a place, with streets of its own or the region's usual ones. */
interface Quarter extends Position {
  name?: string
  postcodes: string[]
  weight?: number
  /** Standard deviation in metres. */
  radius?: number
  streets?: string[]
}

/** Populations and centres from GeoNames (CC BY 4.0); postcodes, quarters and streets by hand. */
export interface Place {
  city: string
  country: string
  language: string
  /** Expected number of letterboxes in a community of 2,000. */
  share: number
  municipality?: number
  quarters: Quarter[]
}

export interface Home extends Position {
  address: string
  postcode: string
  city: string
  /** The neighbours' name for this part of town. */
  quarter: string
  country: string
  region: Region
  language: PlaceLanguage
  /** In the centre of a large city: flats, few gardens. */
  urban: boolean
}

const PLACES: Place[] = placeList
const STREETS: Record<InventedRegion, string[]> = streetList
const URBAN_SHARE = 25
const QUARTER_RADIUS = 330

function isRegion(text: string): text is InventedRegion {
  return text in STREETS
}

function regionOf(place: Place): { region: InventedRegion; language: PlaceLanguage } {
  const region = `${place.language}-${place.country}`
  if (!isRegion(region)) throw new Error(`Unexpected region of ${place.city}: ${region}`)
  return { region, language: place.language as PlaceLanguage }
}

function houseNumber(random: Random): string {
  // Low numbers are the most frequent, since most streets are short.
  const number = 1 + Math.floor(random.next() ** 2 * 120)
  return random.chance(0.07) ? `${number}${random.pick(['a', 'b', 'c'])}` : String(number)
}

function streetAddress(random: Random, region: InventedRegion, streets: string[]): string {
  const street = random.pick(streets)
  const number = houseNumber(random)
  return region === 'fr-FR' ? `${number} ${street}` : `${street} ${number}`
}

/** Draws spots around the quarter's centre until one is on land in the right municipality. */
function findSpot(random: Random, terrain: Terrain, place: Place, quarter: Quarter): Position {
  const draw = () => {
    // No houses beyond two standard deviations.
    const value = random.gaussian()
    return Math.abs(value) > 2 ? value / 2 : value
  }
  let radius = quarter.radius ?? QUARTER_RADIUS
  for (let attempt = 0; attempt < 60; attempt++) {
    const spot = scatter(quarter, radius, draw)
    if (!terrain.isWater(spot) && terrain.belongsTo(spot, place.country, place.municipality)) {
      return spot
    }
    if (attempt % 20 === 19) radius /= 2
  }
  return { latitude: quarter.latitude, longitude: quarter.longitude }
}

/** Six decimals are 11 cm. */
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6

function homeIn(random: Random, terrain: Terrain, place: Place, quarter: Quarter): Home {
  const { region, language } = regionOf(place)
  const spot = findSpot(random, terrain, place, quarter)
  return {
    address: streetAddress(random, region, quarter.streets ?? STREETS[region]),
    postcode: random.pick(quarter.postcodes),
    city: place.city,
    quarter: quarter.name ?? place.city,
    country: place.country,
    region,
    language,
    latitude: rounded(spot.latitude),
    longitude: rounded(spot.longitude),
    urban: place.share > URBAN_SHARE,
  }
}

function inventHome(random: Random, terrain: Terrain, place: Place): Home {
  const quarter = place.quarters[random.weighted(place.quarters.map(({ weight = 1 }) => weight))]
  if (!quarter) throw new Error(`Unexpected place without quarters: ${place.city}`)
  return homeIn(random, terrain, place, quarter)
}

/** Draws homes; each place and each of the `towns` is as frequent as its share. */
export function createHomes(
  random: Random,
  { terrain, towns }: { terrain: Terrain; towns: readonly TownOfHouses[] },
  count: number,
): Home[] {
  const somewhere = [...towns, ...PLACES]
  const shares = somewhere.map(({ share }) => share)
  return Array.from({ length: count }, () => {
    const place = somewhere[random.weighted(shares)]
    if (!place) throw new Error('Unexpected empty list of places')
    return 'houses' in place ? random.pick(place.houses) : inventHome(random, terrain, place)
  })
}
