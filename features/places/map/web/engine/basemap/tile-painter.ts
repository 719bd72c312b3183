import type { StreetTiles } from '#platform/shared/config.ts'
import type { Box } from '../crowding/box-grid.ts'
import type { PreparedTile } from '../streets/engine.ts'
import { StreetDrawing, type StreetStyle } from '../streets/street-drawing.ts'
import {
  drawGround,
  drawLabels,
  frameBox,
  isSeen,
  type TileContext,
  type TileFrame,
} from './draw-tile.ts'
import { type Ground, liesWithin } from './ground.ts'
import { type Label, labelBox, placeLabels } from './labels.ts'
import { palette } from './palette.ts'
import type { Sheet } from './sheet.ts'
import type { SheetStore } from './sheet-store.ts'

type TileCanvas = HTMLCanvasElement | OffscreenCanvas

/**
 * Draws on a tile; the context's unit is the CSS pixel. `draw` returns the boxes of the place names it has written, in
 * CSS pixels of the whole world at the tile's zoom. Throws if the canvas cannot be drawn on.
 */
export type Surface = (draw: (context: TileContext) => Box[]) => void

/** Thrown if drawing is not possible at all. */
export class DrawingError extends Error {}

/**
 * @param ratio device pixels per CSS pixel
 * @param onDrawn called after each drawing with the boxes of its place names
 */
export function surfaceOf(
  canvas: TileCanvas,
  ratio: number,
  onDrawn: (names: Box[]) => void,
): Surface {
  return (draw) => {
    const context = contextOf(canvas)
    if (!context) throw new Error('no context')
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    onDrawn(draw(context))
  }
}

/** What to draw, and in which style. */
export interface MapLook extends StreetStyle {
  /** Source of streets; null without streets. */
  streets: StreetTiles | null
}

/** An area of the map, and whether to draw its streets. */
export interface MapFrame extends TileFrame {
  withStreets: boolean
}

interface PaintedTile {
  isWanted: boolean
  surface: Surface
  frame: MapFrame
  /** Null until fetched. */
  sheets: readonly Sheet[] | null
  /** Settles when the tile's streets are loaded or have failed. */
  arriving: Promise<void>
  /** Null without streets, and until they are loaded. */
  streets: PreparedTile | null
  streetsMissing: boolean
  /** All labels of the zoom at the last drawing; null if something else has changed since. */
  labels: readonly Label[] | null
}

/** Sheets that arrive within this time share one redraw of their neighbours. */
const REDRAW_AFTER_MS = 40
/** Streets that take longer are added when they arrive; until then the map is shown without them. */
const STREETS_WITHIN_MS = 400
const FONTS_WITHIN_MS = 1000

/** Draws tiles, the bundled basemap below and streets above, in a worker or, if there is none, in the page. */
export class TilePainter {
  readonly #store: SheetStore
  readonly #fonts: Promise<unknown>
  readonly #tiles = new Map<number, PaintedTile>()
  readonly #labels = new Map<number, { places: number; labels: Label[] }>()
  /** Names of the bundled map that are hidden because the streets have their own names there. */
  #givenWay = new WeakSet<Label>()
  readonly #widths = new Map<string, number>()
  readonly #ruler: TileContext | null
  #look: MapLook = { dark: false, language: '', streets: null }
  #streets: StreetDrawing | null = null
  #turns = Promise.resolve()
  #redrawing: ReturnType<typeof setTimeout> | undefined

  /**
   * @param ruler a canvas used only to measure texts
   * @param fonts settles when names can be measured; drawing waits for it for a limited time
   */
  constructor(store: SheetStore, ruler: TileCanvas, fonts: Promise<unknown>) {
    this.#store = store
    this.#ruler = contextOf(ruler)
    let late = false
    const fontsSettled = fonts.catch(() => undefined).then(() => late && this.#measureAgain())
    this.#fonts = within(FONTS_WITHIN_MS, fontsSettled).finally(() => {
      late = true
    })
    globalThis.addEventListener('online', () => this.#fetchMissing())
  }

  /** @returns when the tile is drawn; rejects with a DrawingError, or if its sheets fail to load */
  async paint(id: number, surface: Surface, frame: MapFrame): Promise<void> {
    const tile: PaintedTile = {
      isWanted: true,
      surface,
      frame,
      sheets: null,
      arriving: Promise.resolve(),
      streets: null,
      streetsMissing: false,
      labels: null,
    }
    this.#tiles.set(id, tile)
    tile.arriving = this.#fetchStreets(tile)
    tile.sheets = await this.#store.sheetsFor(frame.zoom, frameBox(frame))
    await Promise.all([within(STREETS_WITHIN_MS, tile.arriving), this.#fonts])
    const labels = await this.#labelsFor(frame.zoom)
    await this.#draw(tile, labels)
    // The new sheets may contain names that reach into tiles drawn earlier.
    this.#redrawSoon()
  }

  /** Resolves when no visible tile is waiting for streets. */
  async settled(): Promise<void> {
    await Promise.all([...this.#tiles.values()].map(({ arriving }) => arriving))
  }

  forget(id: number): void {
    const tile = this.#tiles.get(id)
    if (tile) tile.isWanted = false
    this.#tiles.delete(id)
  }

  /**
   * Rejects if neither streets nor sheets load.
   * @param x from the west, and y from the north, as fractions of the world
   */
  async groundAt(zoom: number, x: number, y: number): Promise<Ground> {
    const streets = await this.#streets?.groundAt(zoom, x, y)
    if (streets) return { streets: true, water: streets === 'water' }
    const sheets = await this.#store.sheetsFor(zoom, { west: x, east: x, north: y, south: y })
    const isIn = (layer: 'land' | 'lakes') =>
      liesWithin(
        sheets.flatMap((sheet) => sheet[layer]),
        x,
        y,
      )
    return { streets: false, water: !isIn('land') || isIn('lakes') }
  }

  setLook(look: MapLook): void {
    const before = this.#look
    this.#look = look
    if (look.language !== before.language) this.#labels.clear()
    if (JSON.stringify(look.streets) !== JSON.stringify(before.streets)) this.#openStreets()
    else if (look.dark !== before.dark || look.language !== before.language) {
      this.#streets?.setStyle(look)
    } else return
    this.#redrawAll()
  }

  #openStreets(): void {
    this.#givenWay = new WeakSet()
    const { streets } = this.#look
    this.#streets =
      streets && this.#ruler
        ? new StreetDrawing(streets, this.#look, this.#ruler, (isOutdated) => {
            for (const tile of this.#tiles.values()) if (isOutdated(tile.frame)) tile.labels = null
            this.#redrawSoon()
          })
        : null
    for (const tile of this.#tiles.values()) {
      tile.streets = null
      tile.arriving = this.#fetchStreets(tile)
    }
  }

  async #fetchStreets(tile: PaintedTile): Promise<void> {
    const streets = this.#streets
    tile.streetsMissing = false
    if (!streets || !tile.frame.withStreets) return
    try {
      const prepared = await streets.prepare(tile.frame)
      if (!prepared || streets !== this.#streets) return
      tile.streets = prepared
      tile.labels = null
      if (tile.sheets) this.#redrawSoon()
    } catch {
      // The file cannot be read, offline or because it is damaged; the basemap below stays.
      tile.streetsMissing = true
    }
  }

  #fetchMissing(): void {
    for (const tile of this.#tiles.values()) if (tile.streetsMissing) this.#fetchStreets(tile)
  }

  #measureAgain(): void {
    this.#widths.clear()
    this.#labels.clear()
    this.#streets?.measureAgain()
    this.#redrawAll()
  }

  #redrawAll(): void {
    for (const tile of this.#tiles.values()) tile.labels = null
    this.#redrawSoon()
  }

  #redrawSoon(): void {
    this.#redrawing ??= setTimeout(() => {
      this.#redrawing = undefined
      // If the index of the sheets fails to load, the previous drawing stays.
      this.#redrawOutdated().catch(() => undefined)
    }, REDRAW_AFTER_MS)
  }

  async #redrawOutdated(): Promise<void> {
    for (const tile of [...this.#tiles.values()]) {
      const labels = await this.#labelsFor(tile.frame.zoom)
      if (tile.labels !== labels) await this.#draw(tile, labels)
    }
  }

  async #draw(tile: PaintedTile, labels: readonly Label[]): Promise<void> {
    const { surface, frame } = tile
    tile.labels = labels
    const names = await this.#uncovered(tile, labels)
    await this.#turn()
    const { sheets, streets } = tile
    if (!sheets || !tile.isWanted) return
    const colours = palette(this.#look.dark)
    try {
      surface((context) => {
        isolated(context, () => drawGround(context, frame, sheets, colours))
        const places =
          streets &&
          isolated(context, () => this.#streets?.draw(context, frame, streets, colours.land))
        const shownNames = frame.withStreets
          ? names.filter((name) => !this.#givesWay(name, tile))
          : names
        isolated(context, () => drawLabels(context, frame, shownNames, colours))
        return [...shownNames.map(labelBox), ...(places ?? [])]
      })
    } catch (error) {
      throw new DrawingError(String(error))
    }
  }

  /** Draws one tile at a time and handles messages in between, so that tiles that became invisible are skipped. */
  #turn(): Promise<void> {
    this.#turns = this.#turns.then(nextTask)
    return this.#turns
  }

  /** Names of the bundled map, except where the streets have their own. */
  async #uncovered({ frame }: PaintedTile, labels: readonly Label[]) {
    const visibleLabels = labels.filter((label) => isSeen(label, frame))
    const streets = frame.withStreets ? this.#streets : null
    if (!streets) return visibleLabels
    const world = 256 * 2 ** frame.zoom
    const covered = Promise.all(
      visibleLabels.map(({ x, y }) =>
        streets.covers(frame.zoom, x / world, y / world).catch(() => false),
      ),
    )
    const isCovered = await within(STREETS_WITHIN_MS, covered)
    return visibleLabels.filter((_, i) => !isCovered?.[i])
  }

  /** A name of the bundled map next to the streets' region may overlap one of their names. */
  #givesWay(label: Label, drawn: PaintedTile): boolean {
    if (this.#givenWay.has(label)) return true
    const { zoom } = drawn.frame
    if (!this.#streets?.isNamedIn(zoom, labelBox(label))) return false
    this.#givenWay.add(label)
    // The name's other tile is redrawn too, without its part of the name.
    for (const tile of this.#tiles.values()) {
      if (tile !== drawn && tile.frame.zoom === zoom && isSeen(label, tile.frame)) {
        tile.labels = null
      }
    }
    this.#redrawSoon()
    return true
  }

  async #labelsFor(zoom: number): Promise<Label[]> {
    const places = await this.#store.placesFor(zoom)
    const cachedLabels = this.#labels.get(zoom)
    if (cachedLabels && cachedLabels.places === places.length) return cachedLabels.labels
    const { language } = this.#look
    const labels = placeLabels(places, zoom, language, (text, font) => this.#measure(text, font))
    this.#labels.set(zoom, { places: places.length, labels })
    return labels
  }

  #measure(text: string, font: string): number {
    const key = `${font}|${text}`
    const cachedWidth = this.#widths.get(key)
    if (cachedWidth !== undefined) return cachedWidth
    if (!this.#ruler) return text.length * 7
    this.#ruler.font = font
    const { width } = this.#ruler.measureText(text)
    this.#widths.set(key, width)
    return width
  }
}

/** Restores the context's settings after a drawing. */
function isolated<T>(context: TileContext, draw: () => T): T {
  context.save()
  const drawing = draw()
  context.restore()
  return drawing
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

/** Settles with `promise`, or with undefined after a timeout. */
function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  return Promise.race([promise, new Promise<undefined>((resolve) => setTimeout(resolve, ms))])
}

function contextOf(canvas: TileCanvas) {
  return canvas.getContext('2d') as TileContext | null
}
