import Point from '@mapbox/point-geometry'
import type { StreetTiles } from '#platform/shared/config.ts'
import { frameBox, type TileContext, type TileFrame } from '../basemap/draw-tile.ts'
import { overlaps, type UnitBox } from '../basemap/sheet.ts'
import type { Box } from '../crowding/box-grid.ts'
import { unitX, unitY } from '../mercator.ts'
import {
  type Feature,
  type Index,
  Labelers,
  type PaintRule,
  type PreparedTile,
  paint,
  pointInPolygon,
  TileCache,
  View,
  type Zxy,
} from './engine.ts'
import { labelRules, NAMES_FROM, PLACES_RULE } from './label-rules.ts'
import { earthRules, isArea, landRules } from './land-rules.ts'
import { paintRules } from './paint-rules.ts'
import { type StreetColours, streetColours } from './street-colours.ts'
import { StreetTileSource } from './street-tile-source.ts'

export interface StreetStyle {
  dark: boolean
  /** Language of the names, if there are several. */
  language: string
}

/** At lower zooms a region's streets would be a speck. */
const STREETS_FROM = 9
/** A tile of streets covers four of the engine's tiles of 256 pixels. */
const TILE_SIZE = 512
const LEVEL_DIFFERENCE = 1
/** Number of tiles per zoom whose label positions are kept; more than any window shows. */
const LABELLED_TILES = 64
/** Pixels around a frame from which lines and names may reach into it. */
const MARGIN = 16
/**
 * The basemap draws the region's border up to this far beside ours, as a fraction of the world (300 m); that strip is
 * hidden.
 */
const ROUGH_BORDER = 1.1e-5
/** Number of cached decoded tiles; a decoded tile takes a hundred times the bytes of the file. */
const KEPT_TILES = 24

/** Draws the streets of the community's regions over the basemap. */
export class StreetDrawing {
  readonly #minzoom: number
  readonly #bounds: UnitBox
  readonly #cache: TileCache
  readonly #view: View
  readonly #scratch: TileContext
  readonly #onOutdated: (isOutdated: (frame: TileFrame) => boolean) => void
  #style: StreetStyle
  #rules: ReturnType<typeof rulesIn>
  #labelers: Labelers

  /**
   * @param scratch used to measure names
   * @param onOutdated called when names of a new tile reach into frames drawn before
   */
  constructor(
    streets: StreetTiles,
    style: StreetStyle,
    scratch: TileContext,
    onOutdated: (isOutdated: (frame: TileFrame) => boolean) => void,
  ) {
    const [west, south, east, north] = streets.bounds
    this.#minzoom = streets.minzoom
    this.#bounds = {
      west: unitX(west),
      north: unitY(north),
      east: unitX(east),
      south: unitY(south),
    }
    this.#cache = new TileCache(new StreetTileSource(streets), TILE_SIZE)
    this.#view = new View(this.#cache, streets.maxzoom, LEVEL_DIFFERENCE)
    this.#scratch = scratch
    this.#onOutdated = onOutdated
    this.#style = style
    this.#rules = rulesIn(streetColours(style.dark))
    this.#labelers = this.#createLabelers()
  }

  setStyle(style: StreetStyle): void {
    this.#style = style
    this.#rules = rulesIn(streetColours(style.dark))
    this.measureAgain()
  }

  /** Places names again that were measured before the font was loaded. */
  measureAgain(): void {
    this.#labelers = this.#createLabelers()
  }

  /** The streets to draw in a frame; null if there are none. Rejects if they cannot be loaded. */
  prepare({ zoom, left, top }: TileFrame): Promise<PreparedTile | null> {
    return this.#prepared({ z: zoom, x: Math.floor(left / 256), y: Math.floor(top / 256) })
  }

  /**
   * @param context its unit is the CSS pixel, its origin the frame's corner
   * @param ground colour of the basemap's land
   * @returns boxes of the place names, in CSS pixels of the whole world at the zoom
   */
  draw(context: TileContext, frame: TileFrame, tile: PreparedTile, ground: string): Box[] {
    const { zoom, left, top, size } = frame
    const tiles = new Map([['', [tile]]])
    const corner = new Point(left, top)
    this.#labelers.add(zoom, tiles)
    const box = {
      minX: left - MARGIN,
      minY: top - MARGIN,
      maxX: left + size + MARGIN,
      maxY: top + size + MARGIN,
    }
    const draw = (rules: PaintRule[], names: Index | null = null) =>
      paint(context as CanvasRenderingContext2D, zoom, tiles, names, rules, box, corner, false)
    const { earth, land, above } = this.#rules
    traceEarth(context, tile, corner)
    context.lineJoin = 'round'
    context.lineWidth = 2 * ROUGH_BORDER * 256 * 2 ** zoom
    context.strokeStyle = ground
    context.stroke()
    draw(earth)
    context.save()
    traceEarth(context, tile, corner)
    context.clip()
    draw(land)
    context.restore()
    const names = this.#labelers.getIndex(zoom)
    draw(above, names)
    return [...(names?.searchBbox(box, PLACES_RULE) ?? [])]
      .flatMap(({ bboxes }) => bboxes)
      .map(({ minX, minY, maxX, maxY }) => ({ left: minX, top: minY, right: maxX, bottom: maxY }))
  }

  /**
   * Whether streets are drawn at a spot, so that the basemap must not draw names there.
   * @param x from the west, and y from the north, as fractions of the world
   */
  async covers(zoom: number, x: number, y: number): Promise<boolean> {
    return zoom >= NAMES_FROM && (await this.groundAt(zoom, x, y)) !== null
  }

  /** Whether a street name drawn so far reaches into a box, in CSS pixels of the whole world at the zoom. */
  isNamedIn(zoom: number, { left, top, right, bottom }: Box): boolean {
    const box = { minX: left, minY: top, maxX: right, maxY: bottom }
    return this.#labelers.getIndex(zoom)?.bboxCollides(box, Number.POSITIVE_INFINITY) ?? false
  }

  /** The ground below the streets at a spot, see {@link covers}; null if no streets are drawn there. */
  async groundAt(zoom: number, x: number, y: number): Promise<'land' | 'water' | null> {
    const tile = await this.#prepared({
      z: zoom,
      x: Math.floor(x * 2 ** zoom),
      y: Math.floor(y * 2 ** zoom),
    })
    if (!tile) return null
    const pixels = 256 * 2 ** zoom
    const spot = new Point(x * pixels, y * pixels).sub(tile.origin).div(tile.scale)
    const lies = ({ geom }: Feature) => pointInPolygon(spot, geom)
    // The sea is water without earth below it.
    if (areasOf(tile, 'water').some(lies)) return 'water'
    return earthOf(tile).some(lies) ? 'land' : null
  }

  async #prepared(displayTile: Zxy): Promise<PreparedTile | null> {
    const { dataTile } = this.#view.dataTileForDisplayTile(displayTile)
    const box = { zoom: dataTile.z, left: dataTile.x * 256, top: dataTile.y * 256, size: 256 }
    if (displayTile.z < STREETS_FROM || dataTile.z < this.#minzoom) return null
    if (!overlaps(frameBox(box), this.#bounds)) return null
    const tile = await this.#view.getDisplayTile(displayTile)
    this.#dropOldTiles()
    return tile.data.size > 0 ? tile : null
  }

  #dropOldTiles(): void {
    const { cache } = this.#cache
    const oldest = [...cache].sort(([, a], [, b]) => a.used - b.used)
    for (const [key] of oldest.slice(0, -KEPT_TILES)) cache.delete(key)
  }

  #createLabelers(): Labelers {
    const { dark, language } = this.#style
    return new Labelers(
      this.#scratch as CanvasRenderingContext2D,
      labelRules(streetColours(dark), language),
      LABELLED_TILES,
      (keys) => this.#onOutdated((frame) => displayTilesOf(frame).some((key) => keys.has(key))),
    )
  }
}

const rulesIn = (colours: StreetColours) => ({
  earth: earthRules(colours),
  land: landRules(colours),
  above: paintRules(colours),
})

const areasOf = ({ data }: PreparedTile, layer: 'earth' | 'water') =>
  (data.get(layer) ?? []).filter(isArea)

const earthOf = (tile: PreparedTile) => areasOf(tile, 'earth')

function traceEarth(context: TileContext, tile: PreparedTile, corner: Point): void {
  const { scale, origin } = tile
  const shift = origin.sub(corner)
  context.beginPath()
  for (const ring of earthOf(tile).flatMap(({ geom }) => geom)) {
    for (const [i, { x, y }] of ring.entries()) {
      const [left, top] = [x * scale + shift.x, y * scale + shift.y]
      if (i === 0) context.moveTo(left, top)
      else context.lineTo(left, top)
    }
  }
}

/** The engine's keys of the 256 pixel tiles in a frame. */
function displayTilesOf({ zoom, left, top, size }: TileFrame): string[] {
  const count = size / 256
  return Array.from({ length: count * count }, (_, i) => {
    const [x, y] = [left / 256 + (i % count), top / 256 + Math.floor(i / count)]
    return `${x}:${y}:${zoom}`
  })
}
