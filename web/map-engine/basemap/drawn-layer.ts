import type L from 'leaflet'
import { GridLayer } from '../leaflet.ts'
import type { Painter } from './painter.ts'

/** CSS pixels. */
const SIZE = 256
/** Tiles beyond the window's edges: at three pixels for one, each takes 2 MB. */
const KEPT_AROUND = 1
let lastId = 0

/** The map that the browser draws on canvas: the bundled sheets, and streets where there are some. */
export class DrawnLayer extends GridLayer {
  readonly #painter: Painter
  readonly #ids = new WeakMap<HTMLElement, number>()
  #withStreets = false

  constructor(painter: Painter, options: L.GridLayerOptions = {}) {
    super({
      tileSize: SIZE,
      minZoom: 0,
      maxZoom: 21,
      zIndex: 0,
      keepBuffer: KEPT_AROUND,
      className: 'll-drawn',
      // What one flies over is not worth its bytes.
      updateWhenZooming: false,
      ...options,
    })
    this.#painter = painter
    this.on('tileunload', ({ tile }: L.TileEvent) => {
      const id = this.#ids.get(tile)
      if (id !== undefined) this.#painter.forget(id)
    })
  }

  showStreets(shown: boolean): void {
    if (shown === this.#withStreets) return
    this.#withStreets = shown
    this.redraw()
  }

  override createTile(coords: L.Coords, done: L.DoneCallback): HTMLElement {
    const place = document.createElement('div')
    const ratio = Math.min(3, Math.max(1, window.devicePixelRatio))
    const id = ++lastId
    this.#ids.set(place, id)
    const frame = {
      zoom: coords.z,
      left: coords.x * SIZE,
      top: coords.y * SIZE,
      size: SIZE,
      withStreets: this.#withStreets,
    }
    this.#painter.paint(id, place, frame, ratio).then(
      () => done(undefined, place),
      (error: Error) => done(error, place),
    )
    return place
  }
}
