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
  /** The tile service does not answer, so the bundled map is shown in its place. */
  fallback: boolean
  /**
   * There are no streets for the middle of the map: only the bundled map is visible, whether it was chosen
   * or not.
   */
  bundled: boolean
  /** So near that one expects streets. */
  near: boolean
}

interface BaseLayersOptions {
  layers: MapLayer[]
  chosen: LayerId
  maxZoom: number
  dark: boolean
  language: string
  /** The zoom from which on one expects streets, where it is another than that of the map of letterboxes. */
  streetsFrom?: number
  onState: (state: BasemapState) => void
  /** What {@link BaseLayers.namesAt} answers has changed. */
  onNames?: () => void
}

/** After so many failed tiles in a row the whole service counts as missing, not a single tile. */
const ERRORS_IN_A_ROW = 4
/** No tile at all within this time means the same. */
const FIRST_TILE_WITHIN = 8000
const RETRY_FIRST = 30_000
const RETRY_LAST = 300_000
/** Moving the map asks again, but not at every movement. */
const RETRY_ON_MOVE = 10_000

/**
 * What the browser draws itself below, the tiles of the chosen online layer above. Where the tiles do not
 * come, their layer is removed and asked for again later: after a while, when the network returns, and when
 * the map moves.
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
  /**
   * What lies in the middle of the map, at zooms at which streets are drawn; null where that is not known.
   */
  #ground: Ground | null = null
  /**
   * Counts the requests about the ground: only the answer to the last one is used, and none after the map
   * is gone.
   */
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
    // Once it is known whether streets are wanted: else each tile would be drawn twice.
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
   * Where names of places are written, in CSS pixels of the whole world at the zoom; the names in online
   * tiles are unknown.
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
      // From here on the tiles count as shown, though their code is still loading.
      this.#firstTile = setTimeout(() => this.#fallBack(), FIRST_TILE_WITHIN)
      this.#showsTiles = true
      this.#addTiles(layer, layer.url).catch(() => this.#fallBack())
    }
    this.#report()
  }

  /** The code loads with the first online layer that is shown: most maps show none. */
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

  /** Asks for one tile in the middle of the view; the layer returns when it comes. */
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
