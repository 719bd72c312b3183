import type L from 'leaflet'
import { GridLayer } from '../leaflet.ts'
import type { Painter } from './painter.ts'

const SIZE = 512
let lastId = 0

/** The basemap that needs no network, drawn on canvas from the bundled sheets. */
export class OfflineLayer extends GridLayer {
  readonly #painter: Painter
  readonly #ids = new WeakMap<HTMLElement, number>()

  constructor(painter: Painter, dark: boolean, options: L.GridLayerOptions = {}) {
    super({
      tileSize: SIZE,
      minZoom: 0,
      maxZoom: 21,
      zIndex: 0,
      className: 'll-offline',
      ...options,
    })
    this.#painter = painter
    painter.setDark(dark)
    this.on('tileunload', ({ tile }: L.TileEvent) => {
      const id = this.#ids.get(tile)
      if (id !== undefined) this.#painter.forget(id)
    })
  }

  setDark(dark: boolean): void {
    this.#painter.setDark(dark)
  }

  override createTile(coords: L.Coords, done: L.DoneCallback): HTMLElement {
    const canvas = document.createElement('canvas')
    const ratio = Math.min(3, Math.max(1, window.devicePixelRatio))
    canvas.width = SIZE * ratio
    canvas.height = SIZE * ratio
    const id = ++lastId
    this.#ids.set(canvas, id)
    const frame = { zoom: coords.z, left: coords.x * SIZE, top: coords.y * SIZE, size: SIZE }
    this.#painter.paint(id, canvas, frame).then(
      () => done(undefined, canvas),
      (error: Error) => done(error, canvas),
    )
    return canvas
  }
}
