import { hash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { PMTiles } from 'pmtiles'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ROOT } from '../project.mjs'
import { writePmtiles } from './pmtiles-file.mjs'

const BUNDLED = join(ROOT, 'platform', 'server', 'street-map', 'liechtenstein.pmtiles')

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'letterlend-streets-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function put(name: string, bytes: Uint8Array | string): void {
  const path = join(folder, 'tiles', `${name}.pbf`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
}

/** Reads a file like any client; its tiles stay gzipped. */
function reader(path: string): PMTiles {
  const file = readFileSync(path)
  const getBytes = async (offset: number, length: number) => ({
    data: new Uint8Array(file.subarray(offset, offset + length)).buffer,
  })
  return new PMTiles({ getKey: () => path, getBytes }, undefined, async (bytes) => bytes)
}

const columnOf = (longitude: number, z: number) => Math.floor(((longitude + 180) / 360) * 2 ** z)
const rowOf = (latitude: number, z: number) =>
  Math.floor(((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z)

it('packing the tiles of the bundled file results in the same bytes', async () => {
  const bundled = reader(BUNDLED)
  const header = await bundled.getHeader()
  const { minLon, minLat, maxLon, maxLat } = header
  let count = 0
  for (let z = header.minZoom; z <= header.maxZoom; z++) {
    const last = 2 ** z - 1
    // Tiles just outside contain features that cross their edge.
    for (let x = columnOf(minLon, z) - 1; x <= Math.min(last, columnOf(maxLon, z) + 1); x++) {
      for (let y = rowOf(maxLat, z) - 1; y <= Math.min(last, rowOf(minLat, z) + 1); y++) {
        const tile = x < 0 || y < 0 ? undefined : await bundled.getZxy(z, x, y)
        if (!tile) continue
        put(`${z}/${x}/${y}`, new Uint8Array(tile.data))
        count += 1
      }
    }
  }
  expect(count).toBe(header.numAddressedTiles)
  const bytes = readFileSync(BUNDLED)
  const start = header.jsonMetadataOffset
  const metadata = gunzipSync(bytes.subarray(start, start + header.jsonMetadataLength))
  const output = join(folder, 'again.pmtiles')
  const bounds = [minLon, minLat, maxLon, maxLat]
  writePmtiles(join(folder, 'tiles'), output, { bounds, metadata: JSON.parse(String(metadata)) })
  expect(readFileSync(output).equals(bytes)).toBe(true)
})

it('packing stores equal tiles once, and long directories separately', async () => {
  const [shallow, deep, count] = [3, 14, 9000]
  for (let x = 0; x < 2 ** shallow; x++) {
    for (let y = 0; y < 2 ** shallow; y++) put(`${shallow}/${x}/${y}`, 'sea')
  }
  // Spread over the world, without a pattern that would make a directory short.
  const places = new Map<string, [x: number, y: number]>()
  for (let i = 0; i < count; i++) {
    const place = hash('sha1', `${i}`, 'buffer')
    const [x, y] = [place.readUInt16LE(0) >> 2, place.readUInt16LE(2) >> 2]
    places.set(`${x} ${y}`, [x, y])
  }
  for (const [text, [x, y]] of places) put(`${deep}/${x}/${y}`, text)
  const output = join(folder, 'large.pmtiles')
  const about = { bounds: [-180, -85, 180, 85], metadata: {} }
  const tiles = writePmtiles(join(folder, 'tiles'), output, about)
  expect(tiles).toBe(4 ** shallow + places.size)

  const large = reader(output)
  const header = await large.getHeader()
  expect(header.leafDirectoryLength).toBeGreaterThan(0)
  expect(header.numAddressedTiles).toBe(tiles)
  expect(header.numTileContents).toBe(1 + places.size)
  expect(header.numTileEntries).toBe(1 + places.size)
  const textOf = async (z: number, x: number, y: number) => {
    const tile = await large.getZxy(z, x, y)
    return tile && gunzipSync(new Uint8Array(tile.data)).toString()
  }
  expect([await textOf(shallow, 0, 0), await textOf(shallow, 7, 7)]).toEqual(['sea', 'sea'])
  const wrong: string[] = []
  for (const [text, [x, y]] of places) if ((await textOf(deep, x, y)) !== text) wrong.push(text)
  expect(wrong).toEqual([])
  expect(await textOf(1, 0, 0)).toBeUndefined()
})
