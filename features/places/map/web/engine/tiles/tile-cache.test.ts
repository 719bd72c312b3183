import { expect, it } from 'vitest'
import { TileCache } from './tile-cache.ts'

it('the tile cache drops the least recently used entry', () => {
  const cache = new TileCache<number>(2)
  cache.set('a', 1)
  cache.set('b', 2)
  expect(cache.get('a')).toBe(1)
  cache.set('c', 3)
  expect(cache.get('b')).toBeUndefined()
  expect(cache.get('a')).toBe(1)
  expect(cache.size).toBe(2)
  cache.set('a', 4)
  expect(cache.get('a')).toBe(4)
  expect(cache.size).toBe(2)
})
