import type { TileFrame } from './draw-tile.ts'
import type { PainterAnswer, PainterOrder } from './painter.worker.ts'

/** Draws the tiles of the bundled basemap. */
export interface Painter {
  /** @returns when the tile is drawn; rejects when that cannot be. */
  paint(id: number, canvas: HTMLCanvasElement, frame: TileFrame): Promise<void>
  forget(id: number): void
  setDark(dark: boolean): void
}

/** A worker draws, so that the page stays free for whoever pans it. */
class WorkerPainter implements Painter {
  readonly #worker = new Worker(new URL('./painter.worker.ts', import.meta.url), { type: 'module' })
  readonly #waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>()

  /** @param onBroken called when the worker cannot run; it draws nothing any more. */
  constructor(onBroken: () => void) {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<PainterAnswer>) => {
      const waiting = this.#waiting.get(data.id)
      this.#waiting.delete(data.id)
      if (data.failure === null) waiting?.resolve()
      else waiting?.reject(new Error(data.failure))
    })
    this.#worker.addEventListener('error', () => {
      onBroken()
      for (const { reject } of this.#waiting.values()) reject(new Error('The map cannot be drawn.'))
      this.#waiting.clear()
    })
  }

  paint(id: number, canvas: HTMLCanvasElement, frame: TileFrame): Promise<void> {
    const surface = canvas.transferControlToOffscreen()
    this.#order({ type: 'paint', id, canvas: surface, frame }, [surface])
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
  }

  forget(id: number): void {
    this.#waiting.delete(id)
    this.#order({ type: 'forget', id })
  }

  setDark(dark: boolean): void {
    this.#order({ type: 'setDark', dark })
  }

  #order(order: PainterOrder, transfer: Transferable[] = []): void {
    this.#worker.postMessage(order, transfer)
  }
}

/** For browsers that cannot draw in a worker. */
class PagePainter implements Painter {
  readonly #painter = createTilePainter()

  async paint(id: number, canvas: HTMLCanvasElement, frame: TileFrame): Promise<void> {
    return (await this.#painter).paint(id, canvas, frame)
  }

  forget(id: number): void {
    this.#painter.then((painter) => painter.forget(id)).catch(() => undefined)
  }

  setDark(dark: boolean): void {
    this.#painter.then((painter) => painter.setDark(dark)).catch(() => undefined)
  }
}

async function createTilePainter() {
  const [{ TilePainter }, { BASEMAP_URL, SheetStore }, { LABEL_FONTS }] = await Promise.all([
    import('./tile-painter.ts'),
    import('./sheet-store.ts'),
    import('./labels.ts'),
  ])
  const painter = new TilePainter(new SheetStore(BASEMAP_URL), document.createElement('canvas'))
  Promise.all(LABEL_FONTS.map((font) => document.fonts.load(font)))
    .then(() => painter.measureAgain())
    .catch(() => undefined)
  return painter
}

let shared: Painter | null = null

/** The page's painter: all maps share the sheets it has fetched. */
export function sharedPainter(): Painter {
  const able =
    typeof OffscreenCanvas === 'function' &&
    'transferControlToOffscreen' in HTMLCanvasElement.prototype
  shared ??= able
    ? new WorkerPainter(() => {
        shared = new PagePainter()
      })
    : new PagePainter()
  return shared
}
