import { VectorTile } from '@mapbox/vector-tile'
import { fromVectorTileJs } from '@maplibre/vt-pbf'
import Pbf from 'pbf'
import { expect, it } from 'vitest'
import { lightenTile } from './lighter-tiles.mjs'

type Position = [x: number, y: number]

/** A tile of one layer, with coordinates in units of 1/4096 like tilemaker's. */
function tileOf(name: string, type: 2 | 3, shapes: Position[][], properties = {}): Uint8Array {
  const features = shapes.map((line) => ({
    type,
    properties: { kind: 'forest', ...properties },
    loadGeometry: () => [line.map(([x, y]) => ({ x, y }))],
  }))
  const layer = { version: 2, name, extent: 4096, length: features.length }
  const tile = { layers: { [name]: { ...layer, feature: (i: number) => features[i] } } }
  return fromVectorTileJs(tile as unknown as Parameters<typeof fromVectorTileJs>[0])
}

/** The lines of a layer, in fractions of the tile's width. */
function linesIn(bytes: Uint8Array, name: string): Position[][] {
  const layer = new VectorTile(new Pbf(bytes)).layers[name]
  if (!layer) return []
  return Array.from({ length: layer.length }, (_, i) => layer.feature(i).loadGeometry()).flatMap(
    (lines) =>
      lines.map((line) => line.map(({ x, y }): Position => [x / layer.extent, y / layer.extent])),
  )
}

/** From (2048, 512) down to (2048, 3584), wiggling by half a pixel, with one wide bay. */
const BORDER = Array.from({ length: 193 }, (_, i): Position => {
  const bay = i > 80 && i < 112 ? 400 : 0
  return [2048 + bay + (i % 2 === 0 ? 0 : 4), 512 + i * 16]
})
const WEST: Position[] = [[512, 3584], [512, 512], ...BORDER, [512, 3584]]
const EAST: Position[] = [[3584, 512], [3584, 3584], ...BORDER.toReversed(), [3584, 512]]

it('lightenTile removes invisible details of a border, on both sides alike', () => {
  const [west = [], east = []] = linesIn(lightenTile(tileOf('landuse', 3, [WEST, EAST])), 'landuse')
  const isInner = ([x]: Position) => x > 0.3 && x < 0.7
  const sorted = (line: Position[]) => [...new Set(line.filter(isInner).map(String))].sort()
  expect(west.length).toBeLessThan(WEST.length / 2)
  expect(sorted(west)).toEqual(sorted(east))
  // The bay is wide enough to be visible.
  expect(west.some(([x]) => x > 0.55 && x < 0.7)).toBe(true)
})

it('lightenTile removes areas too small to be seen, and keeps their neighbours', () => {
  const speck: Position[] = [
    [100, 100],
    [112, 100],
    [112, 112],
    [100, 100],
  ]
  expect(linesIn(lightenTile(tileOf('landuse', 3, [speck, WEST])), 'landuse')).toHaveLength(1)
})

it('lightenTile keeps points on the edge of a tile, where its neighbour continues', () => {
  // Slightly bent on the edge and beyond it.
  const across: Position[] = [
    [4000, 2000],
    [4096, 2002],
    [4130, 2000],
    [4160, 2002],
  ]
  const [line = []] = linesIn(lightenTile(tileOf('roads', 2, [across])), 'roads')
  expect(line).toHaveLength(across.length)
})

it('lightenTile keeps crossings of streets connected, and their properties', () => {
  const crossing: Position = [2048, 2048]
  const straight: Position[] = [[1024, 2048], crossing, [3072, 2048]]
  const side: Position[] = [crossing, [2048, 3072]]
  const bytes = lightenTile(tileOf('roads', 2, [straight, side], { name: 'Städtle', min_zoom: 13 }))
  const [first = [], second = []] = linesIn(bytes, 'roads')
  expect(first).toContainEqual([0.5, 0.5])
  expect(second[0]).toEqual([0.5, 0.5])
  const road = new VectorTile(new Pbf(bytes)).layers.roads?.feature(0)
  expect(road?.properties).toEqual({ kind: 'forest', name: 'Städtle', min_zoom: 13 })
})

it('lightenTile does not change other layers', () => {
  const speck: Position[] = [
    [101, 101],
    [103, 101],
    [103, 103],
    [101, 101],
  ]
  const tile = tileOf('buildings', 3, [speck])
  expect(linesIn(lightenTile(tile), 'buildings')).toEqual(linesIn(tile, 'buildings'))
})
