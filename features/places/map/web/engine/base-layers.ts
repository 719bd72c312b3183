import type L from 'leaflet'
import { template } from 'leaflet/src/core/Util.js'
import type { MapLayer, StreetTiles } from '#platform/shared/config.ts'
import { DrawnLayer } from './basemap/drawn-layer.ts'
import type { Ground } from './basemap/ground.ts'
import { sharedPainter } from './basemap/painter.ts'
import type { Box } from './crowding/box-grid.ts'
import { STREET_ZOOM } from './map-limits.ts'

export type LayerId = MapLayer['id']

export interface BasemapState {
  chosen: LayerId
  /** The tile service does not answer, so the bundled map replaces it. */
  fallback: boolean
  /** The map's centre has no streets, so only the bundled map is visible, whether it was chosen or not. */
  bundled: boolean
  /** The zoom is high enough for users to expect streets. */
  near: boolean
}

interface BaseLayersOptions {
  layers: MapLayer[]
  chosen: LayerId
  maxZoom: number
  dark: boolean
  language: string
  /** Zoom from which users expect streets; defaults to that of the letterbox map. */
  streetsFrom?: number
  onState: (state: BasemapState) => void
  /** Called when the result of {@link BaseLayers.namesAt} changes. */
  onNames?: () => void
}

/** After this many failed tiles in a row the service counts as down. */
const ERRORS_IN_A_ROW = 4
/** If no tile arrives within this time, the service counts as down. */
const FIRST_TILE_WITHIN = 8000
const RETRY_FIRST = 30_000
const RETRY_LAST = 300_000
/** Moving the map retries, but at most once in this time. */
const RETRY_ON_MOVE = 10_000

/**
 * The drawn map below, and the tiles of the chosen online layer above. If the tiles fail, their layer is removed and
 * retried: after a pause, when the network returns, and when the map moves.
 */
export class BaseLayers {
  readonly #map: L.Map
  readonly #options: BaseLayersOptions
  readonly #drawn: DrawnLayer
  readonly #streets: StreetTiles | null
  #chosen: LayerId
  #state: BasemapState | null = null
  /** The tiles of the chosen layer are shown, or their code is loading. */
  #showsTiles = false
  #tiles: L.TileLayer | null = null
  #fallback = false
  #errors = 0
  #firstTile: ReturnType<typeof setTimeout> | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #pause = RETRY_FIRST
  #probedAt = 0
  /** The kind of ground at the map's centre, at zooms with streets; null if unknown. */
  #ground: Ground | null = null
  /** Number of ground requests; only the answer to the latest is used, and none after the map is destroyed. */
  #looks = 0

  constructor(map: L.Map, options: BaseLayersOptions) {
    this.#map = map
    this.#options = options
    this.#chosen = options.chosen
    const { layers, maxZoom, dark, language } = options
    const drawnLayer = layers.find(({ url }) => url === null)
    this.#streets = drawnLayer?.streets ?? null
    sharedPainter().setLook({ dark, language, streets: this.#streets })
    this.#drawn = new DrawnLayer(sharedPainter(), () => options.onNames?.(), { maxZoom })
    if (drawnLayer) map.attributionControl?.addAttribution(drawnLayer.attribution)
    window.addEventListener('online', this.#probe)
    map.on('moveend', this.#probeOnMove)
    map.on('moveend', this.#lookAtGround)
    this.#lookAtGround()
    this.choose(options.chosen)
    // Added only when it is known whether streets are needed; otherwise each tile would be drawn twice.
    this.#drawn.addTo(map)
  }

  choose(id: LayerId): void {
    this.#chosen = id
    this.#pause = RETRY_FIRST
    this.#fallback = false
    this.#showTiles()
  }

  setDark(dark: boolean): void {
    sharedPainter().setLook({ dark })
  }

  setLanguage(language: string): void {
    sharedPainter().setLook({ language })
  }

  /**
   * Boxes of the place names on the drawn map, in CSS pixels of the whole world at the zoom; names in online tiles are
   * unknown.
   */
  namesAt(zoom: number): readonly Box[] {
    return this.#showsTiles ? [] : this.#drawn.namesAt(zoom)
  }

  destroy(): void {
    window.removeEventListener('online', this.#probe)
    this.#map.off('moveend', this.#probeOnMove)
    this.#map.off('moveend', this.#lookAtGround)
    this.#looks += 1
    this.#fallback = false
    this.#takeTilesAway()
  }

  get #layer(): MapLayer | undefined {
    return this.#options.layers.find(({ id }) => id === this.#chosen)
  }

  #showTiles(): void {
    this.#takeTilesAway()
    const layer = this.#layer
    if (layer?.url) {
      this.#errors = 0
      // From here on the tiles count as shown, although their code is still loading.
      this.#firstTile = setTimeout(() => this.#fallBack(), FIRST_TILE_WITHIN)
      this.#showsTiles = true
      this.#addTiles(layer, layer.url).catch(() => this.#fallBack())
    }
    this.#report()
  }

  /** The code loads with the first online layer, because most maps show none. */
  async #addTiles(layer: MapLayer, url: string): Promise<void> {
    const { TileLayer } = await import('leaflet/src/layer/tile/TileLayer.js')
    if (!this.#showsTiles || this.#tiles || this.#layer !== layer) return
    this.#tiles = new TileLayer(url, {
      attribution: layer.attribution,
      maxNativeZoom: layer.max_zoom,
      maxZoom: this.#options.maxZoom,
      zIndex: 1,
      className: `ll-tiles ll-tiles-${layer.id}`,
    })
      .on('tileload', () => this.#tileCame())
      .on('tileerror', () => this.#tileFailed())
      .addTo(this.#map)
  }

  #takeTilesAway(): void {
    clearTimeout(this.#firstTile)
    clearTimeout(this.#retry)
    this.#showsTiles = false
    this.#tiles?.remove()
    this.#tiles = null
  }

  #tileCame(): void {
    clearTimeout(this.#firstTile)
    this.#errors = 0
    this.#pause = RETRY_FIRST
  }

  #tileFailed(): void {
    this.#errors += 1
    if (this.#errors >= ERRORS_IN_A_ROW) this.#fallBack()
  }

  #fallBack(): void {
    this.#takeTilesAway()
    this.#fallback = true
    this.#retry = setTimeout(this.#probe, this.#pause)
    this.#pause = Math.min(this.#pause * 2, RETRY_LAST)
    this.#report()
  }

  readonly #probeOnMove = () => {
    if (this.#fallback && Date.now() - this.#probedAt > RETRY_ON_MOVE) this.#probe()
  }

  /** Requests one tile at the centre of the view; if it loads, the layer returns. */
  readonly #probe = () => {
    const layer = this.#layer
    if (!this.#fallback || !layer?.url) return
    this.#probedAt = Date.now()
    const zoom = Math.min(this.#map.getZoom(), layer.max_zoom)
    const point = this.#map.project(this.#map.getCenter(), zoom).divideBy(256).floor()
    const image = new Image()
    image.onload = () => {
      if (this.#fallback && this.#layer === layer) this.choose(layer.id)
    }
    image.onerror = () => {
      if (!this.#fallback) return
      clearTimeout(this.#retry)
      this.#retry = setTimeout(this.#probe, this.#pause)
    }
    image.src = template(layer.url, { s: 'a', r: '', z: zoom, x: point.x, y: point.y })
  }

  readonly #lookAtGround = () => {
    this.#looks += 1
    const look = this.#looks
    const centre = this.#map.getCenter().wrap()
    if (!this.#isNear() || !this.#reachesStreets()) {
      this.#ground = null
      return this.#report()
    }
    sharedPainter()
      .groundAt({ latitude: centre.lat, longitude: centre.lng })
      .then((ground) => {
        if (look !== this.#looks) return
        this.#ground = ground
        this.#report()
      })
  }

  #report(): void {
    this.#drawn.showStreets(!this.#showsTiles)
    const state = {
      chosen: this.#chosen,
      fallback: this.#fallback,
      bundled: !this.#showsTiles && !(this.#ground?.streets ?? this.#reachesStreets()),
      near: this.#isNear(),
    }
    if (JSON.stringify(state) === JSON.stringify(this.#state)) return
    this.#state = state
    this.#options.onState(state)
  }

  #isNear(): boolean {
    return this.#map.getZoom() >= (this.#options.streetsFrom ?? STREET_ZOOM)
  }

  #reachesStreets(): boolean {
    if (!this.#streets) return false
    const [west, south, east, north] = this.#streets.bounds
    return this.#map.getBounds().intersects([
      [south, west],
      [north, east],
    ])
  }
}
