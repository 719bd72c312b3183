// Writes a folder of tiles as one PMTiles file, version 3:
// https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
import { hash } from 'node:crypto'
import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { zxyToTileId } from 'pmtiles'

const HEADER_BYTES = 127
/** Clients read header and root directory in one request. */
const MAX_ROOT_BYTES = 16_384 - HEADER_BYTES
const ENTRIES_A_LEAF = 4096
const GZIP = 2
const VECTOR_TILES = 1

const zip = (bytes) => gzipSync(bytes, { level: 9 })
const isZipped = (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b

/** Numeric names of a folder's files or subfolders, ascending. */
const numbersIn = (folder) =>
  readdirSync(folder)
    .filter((name) => /^\d+(\.pbf)?$/.test(name))
    .map((name) => Number.parseInt(name, 10))
    .sort((a, b) => a - b)

/** All tiles `z/x/y.pbf` of a folder, in storage order. */
function listTiles(folder) {
  return numbersIn(folder)
    .flatMap((z) =>
      numbersIn(join(folder, `${z}`)).flatMap((x) =>
        numbersIn(join(folder, `${z}`, `${x}`)).map((y) => ({ z, x, y, id: zxyToTileId(z, x, y) })),
      ),
    )
    .sort((a, b) => a.id - b.id)
}

/** Equal tiles are stored once. Consecutive equal tiles only extend the run of an entry. */
function collect(folder, tiles) {
  const places = new Map()
  const entries = []
  const contents = []
  let length = 0
  for (const { z, x, y, id } of tiles) {
    const bytes = readFileSync(join(folder, `${z}`, `${x}`, `${y}.pbf`))
    const zipped = isZipped(bytes) ? bytes : zip(bytes)
    const digest = hash('sha256', zipped, 'base64')
    const last = entries.at(-1)
    const known = places.get(digest)
    if (known && last?.offset === known.offset && last.id + last.run === id) {
      last.run += 1
      continue
    }
    const place = known ?? { offset: length, length: zipped.length }
    if (!known) {
      places.set(digest, place)
      contents.push(zipped)
      length += zipped.length
    }
    entries.push({ id, run: 1, ...place })
  }
  return { entries, contents, length }
}

function directory(entries) {
  const bytes = []
  const add = (value) => {
    let rest = value
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
    bytes.push(rest)
  }
  add(entries.length)
  for (const [i, { id }] of entries.entries()) add(id - (entries[i - 1]?.id ?? 0))
  for (const { run } of entries) add(run)
  for (const { length } of entries) add(length)
  for (const [i, { offset }] of entries.entries()) {
    const before = entries[i - 1]
    // 0 means: directly after the previous one.
    add(before && offset === before.offset + before.length ? 0 : offset + 1)
  }
  return zip(Uint8Array.from(bytes))
}

/** A single directory, or a root of leaf directories if it would be too large for the first request. */
function directories(entries) {
  const root = directory(entries)
  if (root.length <= MAX_ROOT_BYTES) return { root, leaves: Buffer.alloc(0) }
  const parts = []
  const pointers = []
  let offset = 0
  for (let i = 0; i < entries.length; i += ENTRIES_A_LEAF) {
    const leaf = directory(entries.slice(i, i + ENTRIES_A_LEAF))
    pointers.push({ id: entries[i].id, run: 0, offset, length: leaf.length })
    parts.push(leaf)
    offset += leaf.length
  }
  return { root: directory(pointers), leaves: Buffer.concat(parts) }
}

function headerOf({ sizes, counts, zooms, bounds: [west, south, east, north] }) {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles', 0)
  header[7] = 3
  let offset = HEADER_BYTES
  for (const [i, size] of sizes.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + i * 16)
    header.writeBigUInt64LE(BigInt(size), 16 + i * 16)
    offset += size
  }
  for (const [i, count] of counts.entries()) header.writeBigUInt64LE(BigInt(count), 72 + i * 8)
  header.set([1, GZIP, GZIP, VECTOR_TILES, zooms[0], zooms.at(-1)], 96)
  for (const [i, degrees] of [west, south, east, north].entries()) {
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + i * 4)
  }
  header[118] = Math.min(12, zooms.at(-1))
  header.writeInt32LE(Math.round((west + east) * 5e6), 119)
  header.writeInt32LE(Math.round((south + north) * 5e6), 123)
  return header
}

/**
 * @param folder with the tiles `z/x/y.pbf`, gzipped or not
 * @param output the file to be written
 * @param about `bounds` (west, south, east, north; degrees) and `metadata` of the file
 * @returns how many tiles it has
 */
export function writePmtiles(folder, output, { bounds, metadata }) {
  const tiles = listTiles(folder)
  const { entries, contents, length } = collect(folder, tiles)
  const { root, leaves } = directories(entries)
  const about = zip(JSON.stringify(metadata))
  const header = headerOf({
    sizes: [root.length, about.length, leaves.length, length],
    counts: [tiles.length, entries.length, contents.length],
    zooms: numbersIn(folder),
    bounds,
  })
  const file = openSync(output, 'w')
  for (const part of [header, root, about, leaves, ...contents]) writeSync(file, part)
  closeSync(file)
  return tiles.length
}
