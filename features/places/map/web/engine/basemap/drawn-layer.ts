import type L from 'leaflet'
import type { Box } from '../crowding/box-grid.ts'
import { GridLayer } from '../leaflet.ts'
import type { Painter } from './painter.ts'

/** CSS pixels. */
const SIZE = 256
/**
 * How many tiles are kept beyond the window's edges: on a screen with three pixels for one, each takes 2
 * MB.
 */
const KEPT_AROUND = 1
/** Tiles arrive one after the other: their names are reported together for several. */
const NAMES_AFTER_MS = 60
let lastId = 0

interface TileNames {
  zoom: number
  names: readonly Box[]
}

/** The map that the browser draws on canvas: the bundled sheets, and streets where there are some. */
export class DrawnLayer extends GridLayer {
  readonly #painter: Painter
  readonly #ids = new WeakMap<HTMLElement, number>()
  readonly #names = new Map<number, TileNames>()
  readonly #onNames: () => void
  #telling: ReturnType<typeof setTimeout> | undefined
  #withStreets = false

  /** @param onNames what {@link namesAt} answers has changed */
  constructor(painter: Painter, onNames: () => void, options: L.GridLayerOptions = {}) {
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
    this.#onNames = onNames
    this.on('tileunload', ({ tile }: L.TileEvent) => {
      const id = this.#ids.get(tile)
      if (id === undefined) return
      this.#painter.forget(id)
      this.#names.delete(id)
    })
    this.on('remove', () => clearTimeout(this.#telling))
  }

  showStreets(withStreets: boolean): void {
    if (withStreets === this.#withStreets) return
    this.#withStreets = withStreets
    this.redraw()
  }

  /**
   * Where names of places are written, in CSS pixels of the whole world at the zoom; a name that lies on
   * two tiles is listed twice.
   */
  namesAt(zoom: number): readonly Box[] {
    return [...this.#names.values()].flatMap((tile) => (tile.zoom === zoom ? tile.names : []))
  }

  #keepNames(id: number, tile: TileNames): void {
    this.#names.set(id, tile)
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined
      this.#onNames()
    }, NAMES_AFTER_MS)
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
    const onNames = (names: Box[]) => this.#keepNames(id, { zoom: coords.z, names })
    this.#painter.paint(id, place, frame, ratio, onNames).then(
      () => done(undefined, place),
      (error: Error) => done(error, place),
    )
    return place
  }
}
