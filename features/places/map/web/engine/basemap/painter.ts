import type { Position } from '#platform/shared/geography.ts'
import { addWorkerFiles } from '#platform/web/data/worker-files.ts'
import type { Box } from '../crowding/box-grid.ts'
import { unitX, unitY } from '../mercator.ts'
import type { Ground } from './ground.ts'
import type { PainterAnswer, PainterOrder } from './painter.worker.ts'
import type { MapFrame, MapLook, TilePainter } from './tile-painter.ts'

/** Zoom for ground look-ups: that of houses, where the streets' borders are the most precise. */
const GROUND_ZOOM = 16

interface OrderedTile {
  place: HTMLElement
  frame: MapFrame
  ratio: number
  onNames: (names: Box[]) => void
  resolve: () => void
  reject: (error: Error) => void
}

interface Question {
  zoom: number
  x: number
  y: number
  answer: (ground: Ground | null) => void
}

interface PagePainter extends Pick<TilePainter, 'forget' | 'setLook' | 'groundAt'> {
  paint(
    id: number,
    canvas: HTMLCanvasElement,
    frame: MapFrame,
    onNames: (names: Box[]) => void,
  ): Promise<void>
}

interface PainterParts {
  /** Null for browsers whose workers draw wrongly. */
  createWorker: () => Worker | null
  createPagePainter: () => Promise<PagePainter>
}

/**
 * Draws the parts of a map that the browser renders itself. A worker does it, so that panning stays smooth; if the
 * worker fails for any reason, the page takes over.
 */
export class Painter {
  readonly #parts: PainterParts
  readonly #tiles = new Map<number, OrderedTile>()
  readonly #questions = new Map<number, Question>()
  #lastQuestion = 0
  #worker: Worker | null = null
  #page: Promise<PagePainter> | null = null
  #look: MapLook = { dark: false, language: '', streets: null }
  /** False until the map's look is set; before that it is unknown where streets exist. */
  #hasLook = false

  constructor(parts: PainterParts) {
    this.#parts = parts
    try {
      this.#worker = parts.createWorker()
    } catch {
      return
    }
    this.#worker?.addEventListener('message', ({ data }) => this.#take(data))
    this.#worker?.addEventListener('error', this.#drawInPage)
    this.#worker?.addEventListener('messageerror', this.#drawInPage)
  }

  /**
   * @param place parent element of the tile's picture, now and whenever it changes
   * @param ratio device pixels per CSS pixel
   * @param onNames called after each drawing with the boxes of its place names, in CSS pixels of the whole world
   * @returns when the tile is drawn; rejects if that fails
   */
  paint(
    id: number,
    place: HTMLElement,
    frame: MapFrame,
    ratio: number,
    onNames: (names: Box[]) => void,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const tile = { place, frame, ratio, onNames, resolve, reject }
      this.#tiles.set(id, tile)
      if (!this.#worker) return this.#paintInPage(id, tile)
      this.#order({ type: 'paint', id, frame, ratio })
    })
  }

  forget(id: number): void {
    const canvas = this.#tiles.get(id)?.place.querySelector('canvas')
    // Frees several megabytes now instead of at the next garbage collection.
    if (canvas) canvas.width = 0
    this.#tiles.delete(id)
    this.#order({ type: 'forget', id })
    this.#page?.then((painter) => painter.forget(id)).catch(() => undefined)
  }

  setLook(change: Partial<MapLook>): void {
    this.#look = { ...this.#look, ...change }
    this.#order({ type: 'setLook', look: this.#look })
    this.#page?.then((painter) => painter.setLook(this.#look)).catch(() => undefined)
    if (this.#hasLook) return
    this.#hasLook = true
    for (const id of this.#questions.keys()) this.#ask(id)
  }

  /**
   * What lies at a spot, at the zoom of houses; null if unknown, for example offline. Answers only after a map has set
   * its look.
   */
  groundAt({ latitude, longitude }: Position): Promise<Ground | null> {
    return new Promise((resolve) => {
      this.#lastQuestion += 1
      const id = this.#lastQuestion
      const question = { zoom: GROUND_ZOOM, x: unitX(longitude), y: unitY(latitude) }
      this.#questions.set(id, { ...question, answer: resolve })
      if (this.#hasLook) this.#ask(id)
    })
  }

  /** URLs of the files that the worker has loaded, once the visible streets are there; empty if the page draws. */
  filesOfWorker(): Promise<string[]> {
    const worker = this.#worker
    if (!worker) return Promise.resolve([])
    const { port1, port2 } = new MessageChannel()
    return new Promise((resolve) => {
      port1.onmessage = ({ data }) => {
        port1.close()
        resolve(data)
      }
      worker.postMessage({ type: 'tellLoaded', port: port2 } satisfies PainterOrder, [port2])
    })
  }

  #ask(id: number): void {
    const question = this.#questions.get(id)
    if (!question) return
    const { zoom, x, y } = question
    if (this.#worker) this.#order({ type: 'groundAt', id, zoom, x, y })
    else this.#askPage(id, question)
  }

  #answer(id: number, ground: Ground | null): void {
    this.#questions.get(id)?.answer(ground)
    this.#questions.delete(id)
  }

  #askPage(id: number, { zoom, x, y }: Question): void {
    this.#pagePainter()
      .then((painter) => {
        painter.setLook(this.#look)
        return painter.groundAt(zoom, x, y)
      })
      .then(
        (ground) => this.#answer(id, ground),
        () => this.#answer(id, null),
      )
  }

  #order(order: PainterOrder): void {
    this.#worker?.postMessage(order)
  }

  #take(answer: PainterAnswer): void {
    if ('ground' in answer) {
      this.#answer(answer.id, answer.ground)
      return
    }
    const tile = this.#tiles.get(answer.id)
    if ('picture' in answer) {
      if (!tile) answer.picture.close()
      else if (show(answer.picture, tile.place)) {
        tile.onNames(answer.names)
        tile.resolve()
      } else this.#drawInPage()
    } else if (answer.unable) this.#drawInPage()
    else tile?.reject(new Error(answer.failure))
  }

  /** Also redraws the worker's finished tiles here, because it cannot redraw them later. */
  readonly #drawInPage = () => {
    if (!this.#worker) return
    this.#worker.terminate()
    this.#worker = null
    for (const [id, tile] of this.#tiles) this.#paintInPage(id, tile)
    for (const id of this.#questions.keys()) this.#ask(id)
  }

  #paintInPage(id: number, { place, frame, ratio, onNames, resolve, reject }: OrderedTile): void {
    const canvas = document.createElement('canvas')
    canvas.width = frame.size * ratio
    canvas.height = frame.size * ratio
    place.replaceChildren(canvas)
    this.#pagePainter()
      .then((painter) => {
        painter.setLook(this.#look)
        return painter.paint(id, canvas, frame, onNames)
      })
      .then(resolve, reject)
  }

  #pagePainter(): Promise<PagePainter> {
    this.#page ??= this.#parts.createPagePainter().catch((error: unknown) => {
      // Offline, the code may fail to load; the next call retries.
      this.#page = null
      throw error
    })
    return this.#page
  }
}

/**
 * Shows the picture without copying it.
 * @returns whether this browser supports that
 */
function show(picture: ImageBitmap, place: HTMLElement): boolean {
  const shown = place.querySelector('canvas')
  const canvas = shown ?? document.createElement('canvas')
  const context = canvas.getContext('bitmaprenderer')
  if (!context) return false
  if (!shown) {
    canvas.width = picture.width
    canvas.height = picture.height
    place.append(canvas)
  }
  context.transferFromImageBitmap(picture)
  return true
}

async function createPagePainter(): Promise<PagePainter> {
  const [{ surfaceOf, TilePainter }, { BASEMAP_URL, SheetStore }, { LABEL_FONTS }] =
    await Promise.all([
      import('./tile-painter.ts'),
      import('./sheet-store.ts'),
      import('./labels.ts'),
    ])
  const fonts = Promise.all(LABEL_FONTS.map((font) => document.fonts.load(font)))
  const ruler = document.createElement('canvas')
  const painter = new TilePainter(new SheetStore(BASEMAP_URL), ruler, fonts)
  return {
    paint: (id, canvas, frame, onNames) =>
      painter.paint(id, surfaceOf(canvas, canvas.width / frame.size, onNames), frame),
    forget: (id) => painter.forget(id),
    setLook: (look) => painter.setLook(look),
    groundAt: (zoom, x, y) => painter.groundAt(zoom, x, y),
  }
}

/**
 * Pictures from WebKit's workers are mixed up or empty (2.50: perhaps sent before the drawing is done). Only the
 * browser's vendor reveals this.
 */
const isWebKit = () => navigator.vendor.startsWith('Apple')

let shared: Painter | null = null

/** The page's only painter; all maps share its loaded sheets. */
export function sharedPainter(): Painter {
  if (shared) return shared
  const painter = new Painter({
    createWorker: () =>
      isWebKit()
        ? null
        : new Worker(new URL('./painter.worker.ts', import.meta.url), { type: 'module' }),
    createPagePainter,
  })
  addWorkerFiles(() => painter.filesOfWorker())
  shared = painter
  return painter
}
