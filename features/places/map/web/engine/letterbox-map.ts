import type L from 'leaflet'
import type { Tile } from '#features/places/letterboxes/contract.ts'
import type { MarkedLetterbox } from '#features/places/letterboxes/marked-letterbox.ts'
import type { TileFilter, TileRequest } from '#features/places/letterboxes/web/data/door.ts'
import type { MapLayer } from '#platform/shared/config.ts'
import type { Position } from '#platform/shared/geography.ts'
import { mapAge } from '#platform/web/data/map-age.ts'
import type { MapView } from '../data/map-state.ts'
import { BaseLayers, type BasemapState, type LayerId } from './base-layers.ts'
import { type HeldBack, leaveScrollingToPage } from './cooperative-gestures.ts'
import { isFramed } from './framing.ts'
import { Attribution, LatLng, LatLngBounds, LeafletMap, Point, Scale } from './leaflet.ts'
import {
  type FocusedPlace,
  LetterboxLayer,
  type MarkerPress,
  type MarkerTexts,
} from './letterbox-layer.ts'
import {
  FLIGHT_SECONDS,
  MARGIN,
  MAX_ZOOM,
  MIN_ZOOM,
  NAME_MARKERS_AFTER,
  PRECISE_ZOOM,
  REFRESH_EVERY,
  RETRY_KEPT_EVERY,
  STREET_ZOOM,
  STREETS_ZOOM,
  WHEEL_DEBOUNCE,
} from './map-limits.ts'
import { LetterboxTiles, type TilesState } from './tiles/letterbox-tiles.ts'

import type { ViewBox } from './tiles/tile-cover.ts'

export interface SeenArea {
  view: MapView
  box: ViewBox
  /** Centre of the uncovered part. */
  middle: Position
}

/** CSS pixels that are covered at the map's upper and lower edge. */
export interface Covered {
  top: number
  bottom: number
}

interface LetterboxMapOptions {
  view: MapView
  layers: MapLayer[]
  layer: LayerId
  filter: TileFilter
  texts: MarkerTexts
  ownId: string | null
  /** Null: that of the visitor's device. */
  scheme?: 'light' | 'dark' | null
  loadTile: (request: TileRequest) => Promise<Tile>
  /** Returns street and number of the letterboxes in a box by their ids. */
  loadAddresses: (box: ViewBox, signal: AbortSignal) => Promise<ReadonlyMap<string, string>>
  onPress: (press: MarkerPress) => void
  onPoint: (ids: string[]) => void
  /** Called after each movement, whatever its cause. */
  onMove: (area: SeenArea) => void
  onBasemap: (state: BasemapState) => void
  onTiles: (state: TilesState) => void
  /**
   * For a map in a scrolling page: called with gestures that the map left to the page. Without it the map handles all
   * gestures.
   */
  onHeldBack?: ((gesture: HeldBack) => void) | undefined
}

/** How far beyond each edge markers are drawn, in widths and heights of the map. */
const DRAWN_BEYOND = 0.5

const isCalm = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches
const darkScheme = () => window.matchMedia('(prefers-color-scheme: dark)')

/** The main map. It does not depend on a UI framework; `destroy` releases everything. */
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
  /** The visitor's last known position. */
  #position: Position | null = null
  #covered: Covered = { top: 0, bottom: 0 }
  #destroyed = false
  /** The area whose markers have been named, and the request for it. */
  #named: { view: string; beyond: number } | null = null
  #naming: AbortController | null = null
  #namingSoon: ReturnType<typeof setTimeout> | undefined
  readonly #stopCooperating: (() => void) | null

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
    this.#tiles = new LetterboxTiles({
      load: options.loadTile,
      onContent: (content) => this.#letterboxes.setContent(content),
      onState: options.onTiles,
    })
    this.#tiles.setFilter(options.filter)
    // Letterbox tiles are requested before the basemap, because a slow network delivers in order of request.
    this.#showTiles()
    this.#base = new BaseLayers(this.#map, {
      layers: options.layers,
      chosen: options.layer,
      maxZoom: MAX_ZOOM,
      dark: options.scheme ? options.scheme === 'dark' : this.#scheme.matches,
      language: options.texts.language,
      onState: options.onBasemap,
      onNames: () => this.#letterboxes.placeBadges(),
    })
    this.#letterboxes = new LetterboxLayer(this.#map, {
      texts: options.texts,
      animate: !calm,
      namesAt: (zoom) => this.#base.namesAt(zoom),
      ownId: options.ownId,
      onPress: options.onPress,
      onPoint: options.onPoint,
    })
    this.#stopCooperating = options.onHeldBack
      ? leaveScrollingToPage(this.#map, container, options.onHeldBack)
      : null
    this.#map.on('moveend', this.#moved)
    container.addEventListener('focusin', this.#nameFocused)
    if (!options.scheme) this.#scheme.addEventListener('change', this.#schemeChanged)
    this.#resizing = new ResizeObserver(() => this.#map.invalidateSize({ animate: false }))
    this.#resizing.observe(container)
    this.#refreshing = setInterval(() => {
      if (!document.hidden) this.refresh(false)
    }, REFRESH_EVERY)
    this.#retrying = setInterval(() => {
      // The first attempt after the network came back may have been too early.
      if (mapAge().kept && navigator.onLine && !document.hidden) this.refresh(true)
    }, RETRY_KEPT_EVERY)
    window.addEventListener('online', this.#networkBack)
    this.#moved()
  }

  /** True after {@link destroy}; no method may be called then. */
  get destroyed(): boolean {
    return this.#destroyed
  }

  destroy(): void {
    this.#destroyed = true
    this.#stopCooperating?.()
    this.#map.getContainer().removeEventListener('focusin', this.#nameFocused)
    clearTimeout(this.#namingSoon)
    this.#naming?.abort()
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
    this.#base.setLanguage(texts.language)
    this.#letterboxes.setTexts(texts)
  }

  /** Separate from the constructor, because the account may load after the map. */
  setOwn(ownId: string | null): void {
    this.#letterboxes.setOwn(ownId)
  }

  setFilter(filter: TileFilter): void {
    this.#tiles.setFilter(filter)
  }

  select(letterbox: MarkedLetterbox | null): void {
    this.#letterboxes.select(letterbox)
  }

  /** Focuses the marker of a letterbox or a house; returns false if none is visible. */
  focusMarker(place: FocusedPlace): boolean {
    return this.#letterboxes.focus(place)
  }

  hover(letterbox: MarkedLetterbox | null): void {
    this.#letterboxes.hover(letterbox)
  }

  /** `fresh` bypasses the browser's cache, because something was just written. */
  readonly #networkBack = () => this.refresh(true)

  refresh(fresh: boolean): void {
    this.#tiles.refresh(fresh)
  }

  /** Sets what search field and panel cover; the map centres targets in the part between them. */
  setCovered(covered: Covered): void {
    if (covered.top === this.#covered.top && covered.bottom === this.#covered.bottom) return
    this.#covered = covered
    this.#letterboxes.setCovered(covered.bottom)
    this.#options.onMove(this.seen())
  }

  zoomBy(steps: number): void {
    this.#map.setZoom(this.#map.getZoom() + steps)
  }

  /** Restores a view without animation. */
  restore(view: MapView): void {
    this.#map.setView([view.latitude, view.longitude], view.zoom, { animate: false })
  }

  /** Moves the map so that a place is in the centre of the visible part; `jump` skips the animation. */
  flyTo(position: Position, zoom: number, jump = false): void {
    this.flyToView(this.viewOf(position, zoom), jump)
  }

  /** Flies or jumps to a view; always jumps for users who prefer reduced motion. */
  flyToView({ latitude, longitude, zoom }: MapView, jump = false): void {
    if (jump || isCalm()) this.#map.setView([latitude, longitude], zoom, { animate: false })
    else this.#map.flyTo([latitude, longitude], zoom, { duration: FLIGHT_SECONDS })
  }

  /** The view that puts a place in the centre of the visible part. */
  viewOf(position: Position, zoom: number): MapView {
    const target = Math.min(zoom, MAX_ZOOM)
    const { top, bottom } = this.#covered
    const point = this.#map.project([position.latitude, position.longitude], target)
    const { lat, lng } = this.#map.unproject(point.add([0, (bottom - top) / 2]), target)
    return { latitude: lat, longitude: lng, zoom: target }
  }

  /** A view that shows all positions: the current one if it does, otherwise the closest one around the origin. */
  framing(origin: Position, positions: readonly Position[]): MapView {
    const { view, middle } = this.seen()
    const size = this.#map.getSize()
    const free = { x: size.x, y: size.y - this.#covered.top - this.#covered.bottom }
    const fits = (from: Position, zoom: number) => isFramed(free, from, positions, zoom)
    if (fits(middle, view.zoom)) return view
    let zoom = view.zoom
    while (zoom > MIN_ZOOM && !fits(origin, zoom)) zoom--
    return this.viewOf(origin, zoom)
  }

  /** Flies to a view that shows all positions above the panel, no closer than street level. */
  flyToAll(positions: readonly Position[]): void {
    const bounds = new LatLngBounds(
      positions.map(({ latitude, longitude }): L.LatLngTuple => [latitude, longitude]),
    )
    if (!bounds.isValid()) return
    const { top, bottom } = this.#covered
    const margin = new Point(2 * MARGIN, 2 * MARGIN + top + bottom)
    const zoom = Math.min(this.#map.getBoundsZoom(bounds, false, margin), STREETS_ZOOM)
    const { lat, lng } = bounds.getCenter()
    this.flyTo({ latitude: lat, longitude: lng }, zoom)
  }

  /** Flies to the visitor's position, as close as its accuracy allows. */
  flyToLocated(position: Position & { accuracy: number }): void {
    const around = new LatLng(position.latitude, position.longitude).toBounds(2 * position.accuracy)
    const { top, bottom } = this.#covered
    const fitting = this.#map.getBoundsZoom(around, false, new Point(MARGIN, MARGIN + top + bottom))
    this.flyTo(position, Math.min(PRECISE_ZOOM, fitting))
  }

  /** Shows the visitor's position as a dot with a ring for its accuracy in metres. */
  showLocated(position: (Position & { accuracy: number }) | null): void {
    this.#located?.remove()
    this.#located = null
    this.#position = position
    if (!position) return
    import('./located-dot.ts')
      .then(({ locatedDot }) => {
        // The position may have changed or the map been destroyed meanwhile.
        if (this.#position !== position || this.#destroyed) return
        this.#located = locatedDot(position).addTo(this.#map)
      })
      // Offline, the dot is missing but the map has still moved.
      .catch(() => undefined)
  }

  /** The area between the covered edges. */
  seen(): SeenArea {
    const size = this.#map.getSize()
    const { top } = this.#covered
    const bottom = Math.max(top + 1, size.y - this.#covered.bottom)
    const northWest = this.#map.containerPointToLatLng([0, top])
    const southEast = this.#map.containerPointToLatLng([size.x, bottom])
    const middle = this.#map.containerPointToLatLng([size.x / 2, (top + bottom) / 2]).wrap()
    const centre = this.#map.getCenter().wrap()
    return {
      middle: { latitude: middle.lat, longitude: middle.lng },
      view: { latitude: centre.lat, longitude: centre.lng, zoom: this.#map.getZoom() },
      box: {
        west: northWest.lng,
        north: northWest.lat,
        east: southEast.lng,
        south: southEast.lat,
      },
    }
  }

  /** Loads the names at once if the user steps through the markers with the keyboard. */
  readonly #nameFocused = () => {
    const focused = document.activeElement
    if (!this.#map.getContainer().contains(focused) || !focused?.matches(':focus-visible')) return
    // Tiles reach beyond the edges, and Tab stops at their markers too.
    this.#nameMarkers(1)
  }

  /** Screen readers also read unfocused markers, so every view that stays for a while gets its names. */
  #nameMarkersSoon(): void {
    clearTimeout(this.#namingSoon)
    this.#namingSoon = setTimeout(() => this.#nameMarkers(DRAWN_BEYOND), NAME_MARKERS_AFTER)
  }

  /** @param beyond how far beyond each edge, in widths and heights of the map */
  #nameMarkers(beyond: number): void {
    if (this.#map.getZoom() < STREET_ZOOM) return
    const bounds = this.#map.getBounds().pad(beyond)
    const around = {
      north: Math.min(90, bounds.getNorth()),
      south: Math.max(-90, bounds.getSouth()),
      east: bounds.getEast(),
      west: bounds.getWest(),
    }
    const view = this.#map.getBounds().toBBoxString()
    if (this.#named?.view === view && this.#named.beyond >= beyond) return
    this.#named = { view, beyond }
    this.#naming?.abort()
    this.#naming = new AbortController()
    this.#options.loadAddresses(around, this.#naming.signal).then(
      (addresses) => {
        if (!this.#destroyed) this.#letterboxes.setAddresses(addresses)
      },
      // On failure, markers keep their current names.
      () => undefined,
    )
  }

  readonly #moved = () => {
    this.#showTiles()
    this.#nameFocused()
    this.#nameMarkersSoon()
    this.#options.onMove(this.seen())
  }

  #showTiles(): void {
    const bounds = this.#map.getBounds()
    const box = {
      west: bounds.getWest(),
      south: bounds.getSouth(),
      east: bounds.getEast(),
      north: bounds.getNorth(),
    }
    this.#tiles.show(box, this.#map.getZoom())
  }

  readonly #schemeChanged = (event: MediaQueryListEvent) => this.#base.setDark(event.matches)
}
