import type { Position } from '#platform/shared/geography.ts'
import { unitX, unitY } from '../mercator.ts'

/** Degrees. `west` and `east` may be beyond ±180 if the view shows a neighbouring world. */
export interface ViewBox {
  west: number
  south: number
  east: number
  north: number
}

/** A tile on one copy of the world; 0 is the one between -180 and 180 degrees. */
export interface CoverTile {
  z: number
  x: number
  y: number
  world: number
}

/** Enlarges a box on each side by a share of its width and height. */
export function grow(box: ViewBox, share: number): ViewBox {
  const width = (box.east - box.west) * share
  const height = (box.north - box.south) * share
  return {
    west: box.west - width,
    east: box.east + width,
    south: Math.max(-90, box.south - height),
    north: Math.min(90, box.north + height),
  }
}

export function contains(outer: ViewBox, inner: ViewBox): boolean {
  return (
    outer.west <= inner.west &&
    outer.east >= inner.east &&
    outer.south <= inner.south &&
    outer.north >= inner.north
  )
}

export function isInside(box: ViewBox, { latitude, longitude }: Position): boolean {
  return (
    box.west <= longitude && longitude <= box.east && box.south <= latitude && latitude <= box.north
  )
}

/**
 * The tiles of one zoom that touch a box. Across the antimeridian they belong to two worlds. If the box is wider than
 * the world, a tile is listed once per copy, because each copy may be visible.
 */
export function coverTiles(box: ViewBox, z: number): CoverTile[] {
  const count = 2 ** z
  const range = tileRange(box, z)
  const tiles: CoverTile[] = []
  for (let column = range.left; column <= range.right; column++) {
    const world = Math.floor(column / count)
    for (let y = range.top; y <= range.bottom; y++) {
      tiles.push({ z, x: column - world * count, y, world })
    }
  }
  return tiles
}

/** Columns (counted on through neighbouring worlds) and rows that a box touches. */
function tileRange(box: ViewBox, z: number) {
  const count = 2 ** z
  const row = (latitude: number) =>
    Math.max(0, Math.min(count - 1, Math.floor(unitY(latitude) * count)))
  return {
    left: Math.floor(unitX(box.west) * count),
    right: Math.floor(unitX(box.east) * count),
    top: row(box.north),
    bottom: row(box.south),
  }
}

/** The quarters of a tile that touch the box. */
export function childTiles({ z, x, y, world }: CoverTile, box: ViewBox): CoverTile[] {
  const { left, right, top, bottom } = tileRange(box, z + 1)
  const offset = world * 2 ** (z + 1)
  return [0, 1, 2, 3]
    .map((part) => ({ z: z + 1, x: x * 2 + (part % 2), y: y * 2 + (part >> 1), world }))
    .filter((child) => {
      const column = child.x + offset
      return column >= left && column <= right && child.y >= top && child.y <= bottom
    })
}

/**
 * Zoom at which tiles are loaded. In a tile two zooms coarser the cells are 64 pixels wide, which is finer than a
 * cluster, and a screen needs few such tiles.
 */
export function tileZoom(mapZoom: number): number {
  return Math.max(0, Math.min(mapZoom - 2, 16))
}

/** Number of letterboxes in the area of a 1024 pixel tile up to which they can be told apart. */
const DISTINCT = 400

/**
 * Whether a tile with clusters is reloaded in four parts to see its letterboxes. Far out clusters are enough, and also
 * where pins would hide each other.
 * @param total letterboxes in the tile
 */
export function isDivided(z: number, total: number, mapZoom: number): boolean {
  const tilesOf1024 = 4 ** (mapZoom - 2 - z)
  return mapZoom >= 15 && z < mapZoom && total <= DISTINCT * tilesOf1024
}

/** Equal for all copies of a tile, because they share one response. */
export function tileKey({ z, x, y }: { z: number; x: number; y: number }): string {
  return `${z}/${x}/${y}`
}

/** A tile has 2^4 x 2^4 cells, so each cell lies in one tile of the next four zooms. */
const NESTED_ZOOMS = 4

/** The coarser tiles around this one that hold exact counts of it, the nearest zoom first. */
export function coarserTiles({ z, x, y, world }: CoverTile): CoverTile[] {
  return Array.from({ length: Math.min(z, NESTED_ZOOMS) }, (_, i) => i + 1).map((up) => ({
    z: z - up,
    x: x >> up,
    y: y >> up,
    world,
  }))
}

/** Whether a place between -180 and 180 degrees lies in a tile. */
export function isInTile({ z, x, y }: CoverTile, { latitude, longitude }: Position): boolean {
  const count = 2 ** z
  const clamp = (unit: number) => Math.max(0, Math.min(count - 1, Math.floor(unit * count)))
  return clamp(unitX(longitude)) === x && clamp(unitY(latitude)) === y
}
