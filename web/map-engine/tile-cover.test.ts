import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  childTiles,
  contains,
  coverTiles,
  grow,
  isDivided,
  tileKey,
  tileZoom,
} from './tile-cover.ts'

const keys = (tiles: ReturnType<typeof coverTiles>) =>
  tiles.map((tile) => `${tileKey(tile)}@${tile.world}`).sort()

describe('tile cover', () => {
  it('covers a box inside one tile by that tile', () => {
    expect(keys(coverTiles({ west: 8.5, east: 8.6, south: 47.3, north: 47.4 }, 5))).toEqual([
      '5/16/11@0',
    ])
  })

  it('covers a box over the antimeridian by tiles of two worlds', () => {
    const east = { west: 170, east: 190, south: -10, north: -5 }
    expect(keys(coverTiles(east, 3))).toEqual(['3/0/4@1', '3/7/4@0'])
    const west = { west: -190, east: -170, south: -10, north: -5 }
    expect(keys(coverTiles(west, 3))).toEqual(['3/0/4@0', '3/7/4@-1'])
  })

  it('names each tile once in a view wider than the world', () => {
    const tiles = coverTiles({ west: -400, east: 400, south: -80, north: 80 }, 2)
    expect(new Set(tiles.map(tileKey)).size).toBe(tiles.length)
    expect(tiles.length).toBe(16)
  })

  it('stays inside the world towards the poles', () => {
    const tiles = coverTiles({ west: 0, east: 1, south: -90, north: 90 }, 4)
    expect(tiles.map(({ y }) => y)).toEqual(Array.from({ length: 16 }, (_, y) => y))
  })

  it('divides into children that cover the same part of the box', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -300, max: 300, noNaN: true }),
        fc.double({ min: -80, max: 70, noNaN: true }),
        fc.integer({ min: 0, max: 8 }),
        (west, south, z) => {
          const box = { west, east: west + 7, south, north: south + 5 }
          const children = coverTiles(box, z).flatMap((tile) => childTiles(tile, box))
          expect(new Set(keys(children))).toEqual(new Set(keys(coverTiles(box, z + 1))))
        },
      ),
    )
  })

  it('contains what it has grown from', () => {
    const box = { west: 8, east: 9, south: 47, north: 48 }
    expect(contains(grow(box, 0.3), box)).toBe(true)
    expect(contains(box, grow(box, 0.3))).toBe(false)
  })

  it('asks for coarser tiles where cells are finer than clusters', () => {
    expect([0, 3, 14, 15, 16, 20].map(tileZoom)).toEqual([0, 1, 12, 13, 14, 16])
  })

  it('divides crowded tiles near the ground, as long as their pins can be told apart', () => {
    expect(isDivided(12, 300, 14)).toBe(false)
    expect(isDivided(13, 400, 15)).toBe(true)
    expect(isDivided(13, 401, 15)).toBe(false)
    expect(isDivided(14, 101, 15)).toBe(false)
    expect(isDivided(16, 6400, 20)).toBe(true)
    expect(isDivided(20, 1, 20)).toBe(false)
  })
})
