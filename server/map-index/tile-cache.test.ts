import { describe, expect, it, vi } from 'vitest'
import { community } from './letterbox-index.fixtures.ts'
import { LetterboxIndex } from './letterbox-index.ts'
import { TileCache } from './tile-cache.ts'

const ROOM = 40_000

function cacheOf(maxBytes: number) {
  const index = new LetterboxIndex(community(2_000, 7))
  const asked = vi.spyOn(index, 'tile')
  return { cache: new TileCache(index, maxBytes), asked }
}

describe('the cache of tiles', () => {
  it('answers again what it has, from the same bytes', () => {
    const { cache, asked } = cacheOf(ROOM)
    const first = cache.bytesOf(0, 0, 0, {}, 'identity')
    expect(cache.bytesOf(0, 0, 0, {}, 'identity')).toBe(first)
    expect(asked).toHaveBeenCalledTimes(1)
  })

  it('has room for so many bytes: also of one tile with many filters', () => {
    const { cache, asked } = cacheOf(ROOM)
    const filters = Array.from({ length: 60 }, (_, stickerId) => ({ stickerId: stickerId + 1 }))
    cache.bytesOf(1, 1, 0, {}, 'identity')
    for (const filter of filters) cache.bytesOf(0, 0, 0, filter, 'identity')
    asked.mockClear()
    for (const filter of filters) cache.bytesOf(0, 0, 0, filter, 'identity')
    expect(asked.mock.calls.length, 'what did not fit is asked for again').toBeGreaterThan(0)
  })

  it('keeps what was asked for last', () => {
    const { cache, asked } = cacheOf(ROOM)
    cache.bytesOf(0, 0, 0, {}, 'identity')
    for (let x = 0; x < 64; x++) {
      for (let y = 0; y < 64; y++) cache.bytesOf(6, x, y, {}, 'identity')
      cache.bytesOf(0, 0, 0, {}, 'identity')
    }
    expect(asked.mock.calls.filter(([z]) => z === 0)).toHaveLength(1)
  })

  it('brings back nothing that was forgotten while it was compressed', async () => {
    const { cache, asked } = cacheOf(1_000_000)
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
