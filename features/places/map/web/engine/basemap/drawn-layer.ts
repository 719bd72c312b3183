import type L from 'leaflet'
import type { Box } from '../crowding/box-grid.ts'
import { GridLayer } from '../leaflet.ts'
import type { Painter } from './painter.ts'

/** CSS pixels. */
const SIZE = 256
/** Number of tile rows kept beyond the window's edges. With three device pixels per CSS pixel, each tile takes 2 MB. */
const KEPT_AROUND = 1
/** Tiles arrive one by one; this delay reports the names of several at once. */
const NAMES_AFTER_MS = 60
let lastId = 0

interface TileNames {
  zoom: number
  names: readonly Box[]
}

/** The map that the browser draws on canvas: the bundled sheets, and streets where available. */
export class DrawnLayer extends GridLayer {
  readonly #painter: Painter
  readonly #ids = new WeakMap<HTMLElement, number>()
  readonly #names = new Map<number, TileNames>()
  readonly #onNames: () => void
  #telling: ReturnType<typeof setTimeout> | undefined
  #withStreets = false

  /** @param onNames called when the result of {@link namesAt} changes */
  constructor(painter: Painter, onNames: () => void, options: L.GridLayerOptions = {}) {
    super({
      tileSize: SIZE,
      minZoom: 0,
      maxZoom: 21,
      zIndex: 0,
      keepBuffer: KEPT_AROUND,
      className: 'll-drawn',
      // Tiles that are only passed during a zoom are not worth loading.
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

  /** Boxes of the place names in CSS pixels of the whole world at the zoom; a name on two tiles is listed twice. */
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
