import { drawTile, frameBox, type TileContext, type TileFrame } from './draw-tile.ts'
import { type Label, placeLabels } from './labels.ts'
import { palette } from './palette.ts'
import type { Sheet } from './sheet.ts'
import type { SheetStore } from './sheet-store.ts'

type TileCanvas = HTMLCanvasElement | OffscreenCanvas

/** What a tile is drawn on: the context's unit is the CSS pixel. Throws when it cannot be drawn on. */
export type Surface = (draw: (context: TileContext) => void) => void

/** Where it happens nothing can be drawn at all. */
export class DrawingError extends Error {}

/** @param ratio device pixels for a CSS pixel */
export function surfaceOf(canvas: TileCanvas, ratio: number): Surface {
  return (draw) => {
    const context = contextOf(canvas)
    if (!context) throw new Error('There is no context to draw with.')
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    draw(context)
  }
}

interface PaintedTile {
  surface: Surface
  frame: TileFrame
  /** Null until they are fetched. */
  sheets: readonly Sheet[] | null
  /** The labels it was last drawn with; null before that. */
  labels: readonly Label[] | null
}

/** Sheets that arrive within this time cost their neighbours one new drawing, not one each. */
const REDRAW_AFTER_MS = 40

/** Draws the tiles of the bundled basemap, in a worker or, where there is none, in the page. */
export class TilePainter {
  readonly #store: SheetStore
  readonly #tiles = new Map<number, PaintedTile>()
  readonly #labels = new Map<number, { places: number; labels: Label[] }>()
  readonly #widths = new Map<string, number>()
  readonly #ruler: TileContext | null
  #dark = false
  #redrawing: ReturnType<typeof setTimeout> | undefined

  /** @param ruler a canvas to measure texts with; nothing is drawn on it. */
  constructor(store: SheetStore, ruler: TileCanvas) {
    this.#store = store
    this.#ruler = contextOf(ruler)
  }

  /** @returns when the tile is drawn; rejects with a DrawingError, or when its sheets do not come. */
  async paint(id: number, surface: Surface, frame: TileFrame): Promise<void> {
    const tile: PaintedTile = { surface, frame, sheets: null, labels: null }
    this.#tiles.set(id, tile)
    tile.sheets = await this.#store.sheetsFor(frame.zoom, frameBox(frame))
    const labels = await this.#labelsFor(frame.zoom)
    if (this.#tiles.get(id) !== tile) return
    this.#draw(tile, labels)
    // The new sheets may have brought names that reach into tiles drawn before.
    this.#redrawSoon()
  }

  forget(id: number): void {
    this.#tiles.delete(id)
  }

  setDark(dark: boolean): void {
    if (dark === this.#dark) return
    this.#dark = dark
    for (const tile of this.#tiles.values()) tile.labels = null
    this.#redrawSoon()
  }

  /** Names measured before the fonts came are placed again. */
  measureAgain(): void {
    this.#widths.clear()
    this.#labels.clear()
    this.#redrawSoon()
  }

  #redrawSoon(): void {
    this.#redrawing ??= setTimeout(() => {
      this.#redrawing = undefined
      // What was there stays when the sheets' index is lost in between.
      this.#redrawOutdated().catch(() => undefined)
    }, REDRAW_AFTER_MS)
  }

  async #redrawOutdated(): Promise<void> {
    for (const tile of [...this.#tiles.values()]) {
      const labels = await this.#labelsFor(tile.frame.zoom)
      if (tile.labels !== labels) this.#draw(tile, labels)
    }
  }

  #draw(tile: PaintedTile, labels: readonly Label[]): void {
    const { surface, frame, sheets } = tile
    if (!sheets) return
    tile.labels = labels
    try {
      surface((context) => drawTile(context, frame, sheets, labels, palette(this.#dark)))
    } catch (error) {
      throw new DrawingError(String(error))
    }
  }

  async #labelsFor(zoom: number): Promise<Label[]> {
    const places = await this.#store.placesFor(zoom)
    const known = this.#labels.get(zoom)
    if (known && known.places === places.length) return known.labels
    const labels = placeLabels(places, zoom, (text, font) => this.#measure(text, font))
    this.#labels.set(zoom, { places: places.length, labels })
    return labels
  }

  #measure(text: string, font: string): number {
    const key = `${font}|${text}`
    const known = this.#widths.get(key)
    if (known !== undefined) return known
    if (!this.#ruler) return text.length * 7
    this.#ruler.font = font
    const { width } = this.#ruler.measureText(text)
    this.#widths.set(key, width)
    return width
  }
}

function contextOf(canvas: TileCanvas) {
  return canvas.getContext('2d') as TileContext | null
}
