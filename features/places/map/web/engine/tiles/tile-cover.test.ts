import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  childTiles,
  coarserTiles,
  contains,
  coverTiles,
  grow,
  isDivided,
  isInTile,
  tileKey,
  tileZoom,
} from './tile-cover.ts'

const keys = (tiles: ReturnType<typeof coverTiles>) =>
  tiles.map((tile) => `${tileKey(tile)}@${tile.world}`).sort()

describe('the tile cover', () => {
  it('of a box inside one tile is that tile', () => {
    expect(keys(coverTiles({ west: 8.5, east: 8.6, south: 47.3, north: 47.4 }, 5))).toEqual([
      '5/16/11@0',
    ])
  })

  it('of a box over the antimeridian has tiles of two worlds', () => {
    const east = { west: 170, east: 190, south: -10, north: -5 }
    expect(keys(coverTiles(east, 3))).toEqual(['3/0/4@1', '3/7/4@0'])
    const west = { west: -190, east: -170, south: -10, north: -5 }
    expect(keys(coverTiles(west, 3))).toEqual(['3/0/4@0', '3/7/4@-1'])
  })

  it('of a view wider than the world has each tile once per copy', () => {
    const wide = keys(coverTiles({ west: -400, east: 400, south: -80, north: 80 }, 1))
    expect(wide.filter((key) => key.startsWith('1/0/0'))).toEqual([
      '1/0/0@-1',
      '1/0/0@0',
      '1/0/0@1',
    ])
    expect(new Set(wide).size).toBe(wide.length)
  })

  it('returns the coarser tiles whose cells contain the tile', () => {
    const tile = { z: 6, x: 33, y: 22, world: 1 }
    expect(coarserTiles(tile).map((one) => keys([one])[0])).toEqual([
      '5/16/11@1',
      '4/8/5@1',
      '3/4/2@1',
      '2/2/1@1',
    ])
    expect(coarserTiles({ z: 0, x: 0, y: 0, world: 0 })).toEqual([])
  })

  it('finds the tile of a position, up to the poles and the antimeridian', () => {
    expect(isInTile({ z: 5, x: 16, y: 11, world: 0 }, { latitude: 47.3, longitude: 8.5 })).toBe(
      true,
    )
    expect(isInTile({ z: 5, x: 17, y: 11, world: 0 }, { latitude: 47.3, longitude: 8.5 })).toBe(
      false,
    )
    expect(isInTile({ z: 1, x: 1, y: 0, world: 0 }, { latitude: 90, longitude: 180 })).toBe(true)
  })

  it('stays inside the world near the poles', () => {
    const tiles = coverTiles({ west: 0, east: 1, south: -90, north: 90 }, 4)
    expect(tiles.map(({ y }) => y)).toEqual(Array.from({ length: 16 }, (_, y) => y))
  })

  it('has child tiles that cover the same part of the box', () => {
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

  it('of a grown box contains the original box', () => {
    const box = { west: 8, east: 9, south: 47, north: 48 }
    expect(contains(grow(box, 0.3), box)).toBe(true)
    expect(contains(box, grow(box, 0.3))).toBe(false)
  })

  it('has coarser tiles than the zoom, so that its cells match clusters', () => {
    expect([0, 3, 14, 15, 16, 20].map(tileZoom)).toEqual([0, 1, 12, 13, 14, 16])
  })

  it('divides crowded tiles near the ground if their pins can be told apart', () => {
    expect(isDivided(12, 300, 14)).toBe(false)
    expect(isDivided(13, 400, 15)).toBe(true)
    expect(isDivided(13, 401, 15)).toBe(false)
    expect(isDivided(14, 101, 15)).toBe(false)
    expect(isDivided(16, 6400, 20)).toBe(true)
    expect(isDivided(20, 1, 20)).toBe(false)
  })
})
