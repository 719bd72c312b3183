import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { MAX_TILE_ZOOM } from '../../contract.ts'
import { community } from './letterbox-index.fixtures.ts'
import { columnOf, mortonOf, rowOf, SIDE } from './letterbox-index.morton.ts'
import type { IndexRow } from './letterbox-index.segment.ts'
import { LetterboxIndex } from './letterbox-index.ts'
import { TileCache } from './tile-cache.ts'

const ROOM = 60_000

function cacheOf(maxBytes: number) {
  const index = new LetterboxIndex(community(2_000, 7))
  const tileOfIndex = vi.spyOn(index, 'findTile')
  return { cache: new TileCache(index, maxBytes), asked: tileOfIndex }
}

/** Different filters of three stickers each. */
function combinations(count: number): { stickerIds: number[] }[] {
  return Array.from({ length: count }, (_, i) => ({
    stickerIds: [1 + (i % 20), 21 + (Math.floor(i / 20) % 20), 41 + (Math.floor(i / 400) % 10)],
  }))
}

type Place = Pick<IndexRow, 'latitude' | 'longitude'>

const ZURICH = { latitude: 47.37, longitude: 8.54 }

/** The tile of a zoom in which a place is. */
function tileOf(z: number, { latitude, longitude }: Place): [x: number, y: number] {
  const side = SIDE / 2 ** z
  return [Math.floor(columnOf(longitude) / side), Math.floor(rowOf(latitude) / side)]
}

/** The places of two letterboxes that share the tiles of small zooms alone. */
function farApart(): [here: Place, there: Place] {
  const [here, ...others] = community(2_000, 7)
  const there = others.find(({ longitude }) => Math.abs(longitude - (here?.longitude ?? 0)) > 5)
  if (!here || !there) throw new Error('Unexpected letterboxes: all are near each other')
  return [here, there]
}

/** Bytes that are in use once nothing is left to collect. */
async function memoryInUse(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  for (let i = 0; i < 3; i++) {
    collect()
    // Buffers are given back after the collection, not in it.
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

describe('the cache of tiles', () => {
  it('answers again what it has, from the same bytes', () => {
    const { cache, asked } = cacheOf(ROOM)
    const first = cache.bytesOf(0, 0, 0, {}, 'identity')
    const kept = cache.bytesOf(0, 0, 0, {}, 'identity')
    expect(kept).toEqual({ ...first, wasAsked: true })
    expect(cache.bytesOf(0, 0, 0, {}, 'identity')).toBe(kept)
    expect(asked).toHaveBeenCalledTimes(2)
  })

  it('answers each tile and filter with its own, kept or not', async () => {
    const index = new LetterboxIndex(community(2_000, 7))
    const cache = new TileCache(index)
    const filters = [
      {},
      { messagingOnly: true },
      { stickerId: 1 },
      { stickerId: 2 },
      { stickerIds: [1, 2] },
      { stickerIds: [1, 2], match: 'all' as const },
    ]
    const zooms = Array.from({ length: MAX_TILE_ZOOM + 1 }, (_, z) => z)
    const around = zooms.map((z) => [z, ...tileOf(z, ZURICH)] as const)
    const sameNumbers = zooms.slice(6).map((z) => [z, ...tileOf(5, ZURICH)] as const)
    for (let time = 0; time < 3; time++) {
      for (const tile of [...around, ...sameNumbers]) {
        for (const filter of filters) {
          const { body, wasAsked } = await cache.bytesOf(...tile, filter, 'identity')
          expect(JSON.parse(String(body))).toEqual(index.tile(...tile, filter))
          expect(wasAsked, `${tile}, ${JSON.stringify(filter)}`).toBe(time > 0)
        }
      }
    }
  })

  it('forgets the tiles of every zoom around a change, and no other', () => {
    const { cache, asked } = cacheOf(1_000_000)
    const [here, there] = farApart()
    const zooms = Array.from({ length: MAX_TILE_ZOOM + 1 }, (_, z) => z)
    const around = zooms.map((z) => [z, ...tileOf(z, here)] as const)
    const elsewhere = zooms.slice(8).map((z) => [z, ...tileOf(z, there)] as const)
    const askAll = () => {
      for (const tile of [...around, ...elsewhere]) cache.bytesOf(...tile, {}, 'identity')
    }
    for (let i = 0; i < 2; i++) askAll()
    asked.mockClear()
    cache.forget([mortonOf(columnOf(here.longitude), rowOf(here.latitude))])
    askAll()
    expect(asked.mock.calls.map(([z]) => z)).toEqual(zooms)
  })

  it('keeps no tile that is asked for once, however many are', () => {
    const { cache, asked } = cacheOf(ROOM)
    for (let i = 0; i < 2; i++) cache.bytesOf(0, 0, 0, {}, 'identity')
    for (const filter of combinations(200)) cache.bytesOf(7, 67, 44, filter, 'identity')
    for (let x = 0; x < 64; x++) {
      for (let y = 0; y < 64; y++) cache.bytesOf(6, x, y, {}, 'identity')
    }
    asked.mockClear()
    cache.bytesOf(0, 0, 0, {}, 'identity')
    expect(asked).not.toHaveBeenCalled()
  })

  it('keeps at once what comes back after a change', () => {
    const { cache, asked } = cacheOf(ROOM)
    for (let i = 0; i < 2; i++) cache.bytesOf(0, 0, 0, {}, 'identity')
    cache.clear()
    asked.mockClear()
    for (let i = 0; i < 3; i++) cache.bytesOf(0, 0, 0, {}, 'identity')
    expect(asked).toHaveBeenCalledTimes(1)
  })

  it('has room for so many bytes: also of one tile with many filters', () => {
    const { cache, asked } = cacheOf(ROOM)
    const filters = Array.from({ length: 60 }, (_, stickerId) => ({ stickerId: stickerId + 1 }))
    const askAll = () => {
      for (const filter of filters) cache.bytesOf(0, 0, 0, filter, 'identity')
    }
    cache.bytesOf(1, 1, 0, {}, 'identity')
    for (let i = 0; i < 2; i++) askAll()
    asked.mockClear()
    askAll()
    expect(asked.mock.calls.length, 'what did not fit is asked for again').toBeGreaterThan(0)
  })

  it('takes no more memory than it may, whatever is asked', async () => {
    const room = 2_000_000
    const cache = new TileCache(new LetterboxIndex(community(10_000, 7)), room)
    const before = await memoryInUse()
    const crowded = [6, 7, 8, 9, 10].map((z) => [z, ...tileOf(z, ZURICH)] as const)
    const askTwice = async (filter: { stickerIds?: number[]; stickerId?: number }) => {
      for (const [z, x, y] of [...crowded, ...crowded]) await cache.bytesOf(z, x, y, filter, 'br')
    }
    for (const filter of combinations(300)) await askTwice(filter)
    for (let stickerId = 1; stickerId < 60; stickerId++) await askTwice({ stickerId })
    expect((await memoryInUse()) - before).toBeLessThan(1.5 * room)
    expect(cache.bytesOf(8, 134, 89, {}, 'identity'), 'it is still in use').toBeDefined()
  })

  it('keeps what everybody asks, however many combinations somebody goes through', () => {
    const { cache, asked } = cacheOf(ROOM)
    for (let i = 0; i < 2; i++) cache.bytesOf(0, 0, 0, {}, 'identity')
    for (const filter of combinations(200)) {
      for (let i = 0; i < 2; i++) cache.bytesOf(7, 67, 44, filter, 'identity')
      for (let i = 0; i < 2; i++) cache.bytesOf(8, 134, 89, filter, 'identity')
    }
    asked.mockClear()
    cache.bytesOf(0, 0, 0, {}, 'identity')
    expect(asked).not.toHaveBeenCalled()
  })

  it('keeps what was asked for last', () => {
    const { cache, asked } = cacheOf(ROOM)
    cache.bytesOf(0, 0, 0, {}, 'identity')
    for (let x = 0; x < 64; x++) {
      for (let y = 0; y < 64; y++) {
        for (let i = 0; i < 2; i++) cache.bytesOf(6, x, y, {}, 'identity')
      }
      cache.bytesOf(0, 0, 0, {}, 'identity')
    }
    expect(asked.mock.calls.filter(([z]) => z === 0)).toHaveLength(2)
  })

  it('brings back nothing that was forgotten while it was compressed', async () => {
    const { cache, asked } = cacheOf(1_000_000)
    await cache.bytesOf(7, 67, 44, {}, 'identity')
    const plain = await cache.bytesOf(7, 67, 44, {}, 'identity')
    expect(plain.body.length, 'worth compressing').toBeGreaterThan(2_000)
    const compressed = cache.bytesOf(7, 67, 44, {}, 'br')
    cache.clear()
    expect((await compressed).body.length).toBeLessThan(plain.body.length)
    asked.mockClear()
    cache.bytesOf(7, 67, 44, {}, 'identity')
    expect(asked).toHaveBeenCalledTimes(1)
  })
})
