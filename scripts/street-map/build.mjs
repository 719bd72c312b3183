/**
 * Builds a street map of a region and its address list from an OpenStreetMap extract, for STREET_MAP: `npm run
 * street-map -- region.osm.pbf [region.pmtiles] [--area=RELATION | --bbox=west,south,east,north] [--addresses]`.
 *
 * `--area` keeps what lies within a boundary (Liechtenstein: 1155955), `--bbox` within a rectangle; by default the
 * whole extract is used. `--addresses` only builds the list, for tiles from another source. Needs osmium, and for
 * tiles tilemaker, as packaged by Debian.
 */
import { execFileSync } from 'node:child_process'
import {
  createReadStream,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { CommandError, fail } from '../project.mjs'
import { AddressCollector } from './address-list.mjs'
import { lightenTile } from './lighter-tiles.mjs'
import { writePmtiles } from './pmtiles-file.mjs'

const LAYERS = JSON.parse(readFileSync(new URL('layers.json', import.meta.url), 'utf8'))
const LAYERS_SCRIPT = fileURLToPath(new URL('layers.lua', import.meta.url))
/** The deepest zoom. Clients draw deeper zooms from its tiles. */
const MAX_ZOOM = 14
/** Above the ids used by OpenStreetMap. */
const FIRST_NODE = 2 ** 40
const FIRST_WAY = 2 ** 34

/** Objects needed for the address list. */
const WITH_ADDRESSES = [
  'nwr/addr:housenumber',
  'w/highway',
  'n/place=city,town,village,hamlet,suburb',
]

/** An error that the user can act on. */
const refusal = (sentence) => new CommandError(sentence, 1)

function run(command, ...args) {
  try {
    return execFileSync(command, args, { stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 28 })
  } catch (error) {
    if (error.code === 'ENOENT') {
      throw refusal(`${command} is missing: apt-get install osmium-tool tilemaker.`)
    }
    throw refusal(`${command} has failed: ${String(error.stderr).trim()}`)
  }
}

function attempt(otherwise, step) {
  try {
    return step()
  } catch {
    throw refusal(otherwise)
  }
}

const rectangle = ([west, south, east, north]) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]

/** The data to draw, and the outlines of its land. `file` returns paths in a temporary folder. */
function clip(input, { area, bbox }, file) {
  if (area) {
    const [boundary, shape, outline] = ['area.osm.pbf', 'area.geojson', 'outline.geojson'].map(file)
    const unknown = `The extract has no boundary ${area}.`
    run('osmium', 'fileinfo', input)
    // osmium fails here without a message if it has not found all objects.
    attempt(unknown, () => run('osmium', 'getid', '-r', '-t', input, `r${area}`, '-o', boundary))
    run('osmium', 'export', boundary, '--geometry-types=polygon', '-f', 'geojson', '-o', shape)
    const feature = JSON.parse(readFileSync(shape, 'utf8')).features.find(
      ({ properties }) => properties.boundary === 'administrative',
    )
    if (!feature) throw refusal(unknown)
    writeFileSync(outline, JSON.stringify(feature))
    const data = extract(input, ['-p', outline], file)
    return { data, rings: feature.geometry.coordinates.map(([outer]) => outer) }
  }
  if (bbox) {
    const data = extract(input, ['-b', bbox], file)
    return { data, rings: [rectangle(bbox.split(',').map(Number))] }
  }
  const box = String(run('osmium', 'fileinfo', '-g', 'header.boxes', input)).match(/-?[\d.]+/g)
  if (!box) throw refusal('The extract has no bounding box: use --bbox or --area.')
  return { data: input, rings: [rectangle(box.map(Number))] }
}

function extract(input, shape, file) {
  const data = file('clipped.osm.pbf')
  run('osmium', 'extract', ...shape, '-s', 'smart', '--set-bounds', input, '-o', data)
  return data
}

/** OpenStreetMap contains coasts but no land, so an inland region would have no ground. */
function landAsOsm(rings) {
  let id = FIRST_NODE
  const nodes = []
  const ways = rings.map((ring, i) => {
    const ids = ring.slice(0, -1).map(([lon, lat]) => {
      id += 1
      nodes.push(`<node id="${id}" lat="${lat}" lon="${lon}"/>`)
      return id
    })
    const refs = [...ids, ids[0]].map((ref) => `<nd ref="${ref}"/>`).join('')
    return `<way id="${FIRST_WAY + i}">${refs}<tag k="map:earth" v="yes"/></way>`
  })
  return `<osm version="0.6">${nodes.join('')}${ways.join('')}</osm>`
}

function boundsOf(rings) {
  const points = rings.flat()
  const [longitudes, latitudes] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const least = (all) => all.reduce((a, b) => Math.min(a, b))
  const most = (all) => all.reduce((a, b) => Math.max(a, b))
  return [least(longitudes), least(latitudes), most(longitudes), most(latitudes)]
}

function metadataOf({ settings, layers }) {
  const { name, description, version, filemetadata } = settings
  const vector_layers = Object.entries(layers).map(([id, { minzoom, maxzoom }]) => ({
    id,
    minzoom,
    maxzoom: Math.min(maxzoom, MAX_ZOOM),
    fields: {},
  }))
  return { name, description, version, type: 'baselayer', ...filemetadata, vector_layers }
}

/** The settings in tilemaker's format. */
function settingsOf({ settings, layers }) {
  return {
    settings: { ...settings, maxzoom: MAX_ZOOM, basezoom: MAX_ZOOM, combine_below: MAX_ZOOM },
    layers: Object.fromEntries(
      Object.entries(layers).map(([id, layer]) => [id, { ...layer, maxzoom: MAX_ZOOM }]),
    ),
  }
}

/** Tiles of the deepest zoom are kept as they are, because they are also drawn at closer zooms. */
function lightenTiles(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith('.pbf') || Number.parseInt(name, 10) === MAX_ZOOM) continue
    const path = join(folder, name)
    const tile = lightenTile(gunzipSync(readFileSync(path)))
    writeFileSync(path, gzipSync(tile, { level: 9 }))
  }
}

/** Writes the tiles of the clipped region; returns their number. */
function writeTiles({ data, rings }, output, file) {
  const bounds = boundsOf(rings)
  const [land, all, tiles] = ['land.osm', 'all.osm.pbf', 'tiles'].map(file)
  writeFileSync(land, landAsOsm(rings))
  run('osmium', 'merge', data, land, '-o', all, '--output-header=generator=letterlend')
  const [config, script] = ['config.json', 'layers.lua'].map(file)
  writeFileSync(config, JSON.stringify(settingsOf(LAYERS)))
  const layers = readFileSync(LAYERS_SCRIPT, 'utf8')
  writeFileSync(script, layers.replace(/^MAXZOOM = \d+$/m, `MAXZOOM = ${MAX_ZOOM}`))
  const way = ['--bbox', bounds.join(','), '--config', config, '--process', script]
  run('tilemaker', '--input', all, '--output', tiles, ...way)
  lightenTiles(tiles)
  return writePmtiles(tiles, output, { bounds, metadata: metadataOf(LAYERS) })
}

/** Writes the streets of the clipped region; returns their number. */
async function writeAddresses({ data }, output, file) {
  const [chosen, exported] = ['addresses.osm.pbf', 'addresses.jsonl'].map(file)
  run('osmium', 'tags-filter', data, ...WITH_ADDRESSES, '-o', chosen)
  const lines = ['-f', 'geojsonseq', '-x', 'print_record_separator=false']
  run('osmium', 'export', chosen, ...lines, '-o', exported)
  const collector = new AddressCollector()
  for await (const line of createInterface({ input: createReadStream(exported) })) {
    if (line) collector.add(JSON.parse(line))
  }
  const list = collector.list()
  if (!list) throw refusal('The extract contains no streets.')
  writeFileSync(output, gzipSync(JSON.stringify(list), { level: 9 }))
  return list.streets.length
}

async function build(input, output, { addresses: addressesOnly, ...shape }) {
  const scratch = mkdtempSync(join(tmpdir(), 'letterlend-streets-'))
  const file = (name) => join(scratch, name)
  const told = (count, what, path) =>
    console.log(`${path}: ${count} ${what}, ${(statSync(path).size / 1e6).toFixed(2)} MB`)
  try {
    const clipped = clip(input, shape, file)
    const list = output.replace(/\.pmtiles$/, '').concat('.addresses.json.gz')
    told(await writeAddresses(clipped, list, file), 'streets', list)
    if (!addressesOnly) told(writeTiles(clipped, output, file), 'tiles', output)
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

function readArguments() {
  const options = {
    area: { type: 'string' },
    bbox: { type: 'string' },
    addresses: { type: 'boolean' },
  }
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    throw refusal(error.message)
  }
}

try {
  const { positionals, values } = readArguments()
  // File names are relative to where the command was typed.
  const [input, output] = positionals.map((name) => resolve(process.env.INIT_CWD ?? '.', name))
  if (!input) throw refusal('Name an extract: npm run street-map -- region.osm.pbf')
  const tiles = output ?? input.replace(/(\.osm)?\.pbf$/, '').concat('.pmtiles')
  await build(input, tiles, values)
  console.log(`Use it: STREET_MAP=${tiles}`)
} catch (error) {
  fail(error)
}
