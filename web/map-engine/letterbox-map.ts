import type { MapLayer } from '@letterlend/contract/config.ts'
import type { Position } from '@letterlend/contract/geography.ts'
import type { Tile } from '@letterlend/contract/letterboxes.ts'
import type L from 'leaflet'
import { mapAge } from '../data/map-age.ts'
import type { MapView } from '../data/map-state.ts'
import type { TileFilter, TileRequest } from '../data/tiles.ts'
import { BaseLayers, type BasemapState, type LayerId } from './base-layers.ts'
import {
  Attribution,
  Circle,
  CircleMarker,
  LatLngBounds,
  LayerGroup,
  LeafletMap,
  Point,
  Scale,
} from './leaflet.ts'
import {
  LetterboxLayer,
  type MarkedLetterbox,
  type MarkerPress,
  type MarkerTexts,
} from './letterbox-layer.ts'
import { LetterboxTiles, type TilesState } from './letterbox-tiles.ts'
import {
  FLIGHT_SECONDS,
  MARGIN,
  MAX_ZOOM,
  MIN_ZOOM,
  REFRESH_EVERY,
  RETRY_KEPT_EVERY,
  STREETS_ZOOM,
  WHEEL_DEBOUNCE,
} from './map-limits.ts'
import type { ViewBox } from './tile-cover.ts'

export interface SeenArea {
  view: MapView
  box: ViewBox
}

interface LetterboxMapOptions {
  view: MapView
  layers: MapLayer[]
  layer: LayerId
  filter: TileFilter
  texts: MarkerTexts
  ownId: string | null
  loadTile: (request: TileRequest) => Promise<Tile>
  onPress: (press: MarkerPress) => void
  /** After each movement, however it came about. */
  onMove: (area: SeenArea) => void
  onBasemap: (state: BasemapState) => void
  onTiles: (state: TilesState) => void
}

const isCalm = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches
const darkScheme = () => window.matchMedia('(prefers-color-scheme: dark)')

/** The main map. Knows nothing of the framework around it; `destroy` gives everything back. */
export class LetterboxMap {
  readonly #map: L.Map
  readonly #options: LetterboxMapOptions
  readonly #base: BaseLayers
  readonly #letterboxes: LetterboxLayer
  readonly #tiles: LetterboxTiles
  readonly #refreshing: ReturnType<typeof setInterval>
  readonly #retrying: ReturnType<typeof setInterval>
  readonly #resizing: ResizeObserver
  readonly #scheme = darkScheme()
  #located: L.LayerGroup | null = null
  /** CSS pixels at the lower edge that a panel covers. */
  #covered = 0
  #destroyed = false

  constructor(container: HTMLElement, options: LetterboxMapOptions) {
    this.#options = options
    const { latitude, longitude, zoom } = options.view
    const calm = isCalm()
    this.#map = new LeafletMap(container, {
      center: [latitude, longitude],
      zoom,
      minZoom: MIN_ZOOM,
      maxZoom: MAX_ZOOM,
      worldCopyJump: true,
      zoomControl: false,
      attributionControl: false,
      wheelDebounceTime: WHEEL_DEBOUNCE,
      zoomAnimation: !calm,
      fadeAnimation: !calm,
      markerZoomAnimation: !calm,
      inertia: !calm,
    })
    new Attribution({ prefix: false, position: 'bottomright' }).addTo(this.#map)
    new Scale({ imperial: false, position: 'bottomright' }).addTo(this.#map)
    this.#base = new BaseLayers(this.#map, {
      layers: options.layers,
      chosen: options.layer,
      maxZoom: MAX_ZOOM,
      dark: this.#scheme.matches,
      onState: options.onBasemap,
    })
    this.#letterboxes = new LetterboxLayer(this.#map, {
      texts: options.texts,
      animate: !calm,
      ownId: options.ownId,
      onPress: options.onPress,
    })
    this.#tiles = new LetterboxTiles({
      load: options.loadTile,
      onContent: (content) => this.#letterboxes.setContent(content),
      onState: options.onTiles,
    })
    this.#tiles.setFilter(options.filter)
    this.#map.on('moveend', this.#moved)
    this.#scheme.addEventListener('change', this.#schemeChanged)
    this.#resizing = new ResizeObserver(() => this.#map.invalidateSize({ animate: false }))
    this.#resizing.observe(container)
    this.#refreshing = setInterval(() => {
      if (!document.hidden) this.refresh(false)
    }, REFRESH_EVERY)
    this.#retrying = setInterval(() => {
      // The first try after the network came back may have been too early.
      if (mapAge().kept && navigator.onLine && !document.hidden) this.refresh(true)
    }, RETRY_KEPT_EVERY)
    window.addEventListener('online', this.#networkBack)
    this.#moved()
  }

  /** True after {@link destroy}: it takes no calls any more. */
  get destroyed(): boolean {
    return this.#destroyed
  }

  destroy(): void {
    this.#destroyed = true
    window.removeEventListener('online', this.#networkBack)
    clearInterval(this.#refreshing)
    clearInterval(this.#retrying)
    this.#resizing.disconnect()
    this.#scheme.removeEventListener('change', this.#schemeChanged)
    this.#tiles.destroy()
    this.#letterboxes.destroy()
    this.#base.destroy()
    this.#map.remove()
  }

  chooseLayer(id: LayerId): void {
    this.#base.choose(id)
  }

  setTexts(texts: MarkerTexts): void {
    this.#letterboxes.setTexts(texts)
  }

  setFilter(filter: TileFilter): void {
    this.#tiles.setFilter(filter)
  }

  select(letterbox: MarkedLetterbox | null): void {
    this.#letterboxes.select(letterbox)
  }

  hover(id: string | null): void {
    this.#letterboxes.hover(id)
  }

  /** `fresh`: something was just written, an answer from the browser's cache would not show it. */
  readonly #networkBack = () => this.refresh(true)

  refresh(fresh: boolean): void {
    this.#tiles.refresh(fresh)
  }

  /** Keeps what it moves to above a panel that covers the lower edge. */
  setCovered(pixels: number): void {
    if (pixels === this.#covered) return
    this.#covered = pixels
    this.#letterboxes.setCovered(pixels)
    this.#options.onMove(this.seen())
  }

  zoomBy(steps: number): void {
    this.#map.setZoom(this.#map.getZoom() + steps)
  }

  focus(): void {
    this.#map.getContainer().focus({ preventScroll: true })
  }

  /** Shows a whole view as it was, without a flight. */
  restore(view: MapView): void {
    this.#map.setView([view.latitude, view.longitude], view.zoom, { animate: false })
  }

  /** Flies to a place above the panel, or jumps when asked to and for whoever wants less motion. */
  flyTo(position: Position, zoom: number, jump = false): void {
    const target = Math.min(zoom, MAX_ZOOM)
    const point = this.#map.project([position.latitude, position.longitude], target)
    const centre = this.#map.unproject(point.add([0, this.#covered / 2]), target)
    if (jump || isCalm()) this.#map.setView(centre, target, { animate: false })
    else this.#map.flyTo(centre, target, { duration: FLIGHT_SECONDS })
  }

  /** Flies to where all of these are seen above the panel, no nearer than streets. */
  flyToAll(positions: readonly Position[]): void {
    const bounds = new LatLngBounds(
      positions.map(({ latitude, longitude }): L.LatLngTuple => [latitude, longitude]),
    )
    if (!bounds.isValid()) return
    const margin = new Point(2 * MARGIN, 2 * MARGIN + this.#covered)
    const zoom = Math.min(this.#map.getBoundsZoom(bounds, false, margin), STREETS_ZOOM)
    const { lat, lng } = bounds.getCenter()
    this.flyTo({ latitude: lat, longitude: lng }, zoom)
  }

  /** The dot of the visitor's own position, with a ring of its accuracy in metres. */
  showLocated(position: (Position & { accuracy: number }) | null): void {
    this.#located?.remove()
    this.#located = null
    if (!position) return
    const at: L.LatLngTuple = [position.latitude, position.longitude]
    this.#located = new LayerGroup([
      new Circle(at, { radius: position.accuracy, className: 'll-accuracy', interactive: false }),
      new CircleMarker(at, { radius: 8, className: 'll-located', interactive: false }),
    ]).addTo(this.#map)
  }

  /** What is seen above the panel. */
  seen(): SeenArea {
    const size = this.#map.getSize()
    const bottom = Math.max(1, size.y - this.#covered)
    const northWest = this.#map.containerPointToLatLng([0, 0])
    const southEast = this.#map.containerPointToLatLng([size.x, bottom])
    const centre = this.#map.getCenter().wrap()
    return {
      view: { latitude: centre.lat, longitude: centre.lng, zoom: this.#map.getZoom() },
      box: {
        west: northWest.lng,
        north: northWest.lat,
        east: southEast.lng,
        south: southEast.lat,
      },
    }
  }

  readonly #moved = () => {
    const bounds = this.#map.getBounds()
    const box = {
      west: bounds.getWest(),
      south: bounds.getSouth(),
      east: bounds.getEast(),
      north: bounds.getNorth(),
    }
    this.#tiles.show(box, this.#map.getZoom())
    this.#options.onMove(this.seen())
  }

  readonly #schemeChanged = (event: MediaQueryListEvent) => this.#base.setDark(event.matches)
}
