import type L from 'leaflet'
import { Popup } from 'leaflet/src/layer/Popup.js'
import type { LetterboxKind } from '#features/places/letterboxes/letterbox-kinds.ts'
import type { MapLayer } from '#platform/shared/config.ts'
import type { Position } from '#platform/shared/geography.ts'
import type { MapView } from '../data/map-state.ts'
import { BaseLayers, type BasemapState, type LayerId } from './base-layers.ts'
import { controlsOn } from './crowding/cluster-badges.ts'
import { MarkerTargets } from './crowding/marker-targets.ts'
import { Attribution, LatLng, LatLngBounds, LeafletMap, Marker, Scale } from './leaflet.ts'
import { type ButtonIcon, letterboxIcon } from './letterbox-icon.ts'
import { FLIGHT_SECONDS, MAX_ZOOM, WHEEL_DEBOUNCE } from './map-limits.ts'

/** Resellers are grouped only below this zoom, which is also the minimum zoom: each always has its own marker. */
const CLUSTERING_ENDS_AT = 1
/** The marker is 88 px tall; the popup's tip is on its roof. */
const POPUP_OFFSET: L.PointTuple = [0, -74]
/** Room in pixels for the popup above and below a reseller that was picked in the list. */
const POPUP_ROOM = { above: 390, below: 50 }
/** Pixels between the popup and controls at the map's edges. */
const POPUP_MARGIN = 12
/** Width of the buttons at the right edge, and height of the bar above a narrow map. */
const BUTTONS_WIDTH = 60
const NARROW = { below: 768, bar: 130 }
const POPUP_WIDTH = { min: 220, max: 330 }
const CLOSE_ZOOM = 15

export interface MarkedReseller extends Position {
  id: string
  /** Label for screen readers. */
  label: string
  /** Kind of marker if it is not a reseller's. */
  kind?: LetterboxKind
}

interface ResellerMapOptions {
  view: MapView
  layers: MapLayer[]
  layer: LayerId
  /** Language of the names on the map. */
  language: string
  onSelect: (id: string | null) => void
  onMove: (view: MapView) => void
  onBasemap: (state: BasemapState) => void
}

/** A map of resellers with popups; the UI framework fills their content. */
export class ResellerMap {
  /** Container of the popup's content. */
  readonly card = document.createElement('div')
  readonly #map: L.Map
  readonly #base: BaseLayers
  readonly #options: ResellerMapOptions
  readonly #markers = new Map<string, { marker: L.Marker; icon: ButtonIcon }>()
  readonly #popup: L.Popup
  readonly #targets: MarkerTargets
  readonly #resizing: ResizeObserver
  readonly #scheme = window.matchMedia('(prefers-color-scheme: dark)')
  readonly #calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches

  constructor(container: HTMLElement, options: ResellerMapOptions) {
    this.#options = options
    const { latitude, longitude, zoom } = options.view
    this.#map = new LeafletMap(container, {
      center: [latitude, longitude],
      zoom,
      minZoom: CLUSTERING_ENDS_AT,
      maxZoom: MAX_ZOOM,
      worldCopyJump: true,
      zoomControl: false,
      attributionControl: false,
      wheelDebounceTime: WHEEL_DEBOUNCE,
      zoomAnimation: !this.#calm,
      fadeAnimation: !this.#calm,
      markerZoomAnimation: !this.#calm,
    })
    new Attribution({ prefix: false }).addTo(this.#map)
    new Scale({ imperial: false, position: 'bottomright' }).addTo(this.#map)
    this.#base = new BaseLayers(this.#map, {
      layers: options.layers,
      chosen: options.layer,
      maxZoom: MAX_ZOOM,
      dark: this.#scheme.matches,
      language: options.language,
      onState: options.onBasemap,
    })
    // The popup's content has its own close button in the language of the page.
    this.#popup = new Popup({
      content: this.card,
      closeButton: false,
      offset: POPUP_OFFSET,
      minWidth: POPUP_WIDTH.min,
      maxWidth: Math.min(POPUP_WIDTH.max, container.clientWidth - 2 * POPUP_MARGIN),
      autoPanPaddingTopLeft: [
        POPUP_MARGIN,
        POPUP_MARGIN + (container.clientWidth < NARROW.below ? NARROW.bar : 0),
      ],
      autoPanPaddingBottomRight: [POPUP_MARGIN + BUTTONS_WIDTH, POPUP_MARGIN],
    })
    this.#map.on('popupclose', () => options.onSelect(null))
    this.#map.on('moveend', () => options.onMove(this.#view))
    this.#targets = new MarkerTargets({
      panes: [this.#map.getPane('markerPane')],
      controls: () => controlsOn(this.#map),
    })
    this.#map.on('moveend', this.#targets.sortOutSoon)
    this.#scheme.addEventListener('change', this.#schemeChanged)
    this.#resizing = new ResizeObserver(() => this.#map.invalidateSize({ animate: false }))
    this.#resizing.observe(container)
  }

  destroy(): void {
    this.#resizing.disconnect()
    this.#scheme.removeEventListener('change', this.#schemeChanged)
    this.#map.off()
    this.#targets.destroy()
    this.#base.destroy()
    this.#map.remove()
  }

  setResellers(resellers: readonly MarkedReseller[]): void {
    const wantedIds = new Set(resellers.map(({ id }) => id))
    for (const [id, { marker }] of this.#markers) {
      if (wantedIds.has(id)) continue
      marker.remove()
      this.#markers.delete(id)
    }
    for (const { id, latitude, longitude, label, kind = 'reseller' } of resellers) {
      const existingMarker = this.#markers.get(id)
      if (existingMarker) {
        existingMarker.icon.setLabel(label)
        continue
      }
      const icon = letterboxIcon(kind, { label, own: false, silent: false, taken: false, count: 1 })
      const marker = new Marker([latitude, longitude], { icon, riseOnHover: true })
      marker.on('click', () => this.#options.onSelect(id)).addTo(this.#map)
      this.#markers.set(id, { marker, icon })
    }
    this.#targets.sortOutSoon()
  }

  /**
   * Opens the popup over a reseller; `card` must already hold its content. If the reseller was picked in the list,
   * which covers `covered` px at the left edge, the map zooms in too.
   */
  select(id: string | null, fromList?: { covered: number }): void {
    for (const [other, { icon }] of this.#markers) {
      icon.element?.classList.toggle('is-selected', other === id)
    }
    this.#targets.sortOutSoon()
    const marker = id === null ? undefined : this.#markers.get(id)?.marker
    if (!marker) {
      this.#map.closePopup(this.#popup)
      return
    }
    const at = marker.getLatLng()
    this.#popup.setLatLng(at).openOn(this.#map)
    // Without the list, the popup itself has moved the map until it is fully visible.
    if (!fromList) return
    const { above, below } = POPUP_ROOM
    const zoom = Math.max(this.#map.getZoom(), CLOSE_ZOOM)
    const point = this.#map.project(at, zoom).subtract([fromList.covered / 2, (above - below) / 2])
    this.#move(this.#map.unproject(point, zoom), zoom)
  }

  /** Shows all of these places at once. */
  showAll(places: readonly Position[]): void {
    if (places.length === 0) return
    const bounds = new LatLngBounds(places.map(({ latitude, longitude }) => [latitude, longitude]))
    this.#map.fitBounds(bounds, { padding: [70, 110], maxZoom: 15, animate: false })
  }

  /** Flies to the visitor's position, as close as its accuracy in metres allows, but no closer than the zoom. */
  flyToLocated(
    { latitude, longitude, accuracy }: Position & { accuracy: number },
    zoom: number,
  ): void {
    const at = new LatLng(latitude, longitude)
    this.#move(at, Math.min(zoom, this.#map.getBoundsZoom(at.toBounds(2 * accuracy))))
  }

  setLanguage(language: string): void {
    this.#base.setLanguage(language)
  }

  chooseLayer(id: LayerId): void {
    this.#base.choose(id)
  }

  zoomBy(steps: number): void {
    this.#map.setZoom(this.#map.getZoom() + steps)
  }

  #move(centre: L.LatLng, zoom: number): void {
    if (this.#calm) this.#map.setView(centre, zoom, { animate: false })
    else this.#map.flyTo(centre, zoom, { duration: FLIGHT_SECONDS })
  }

  get #view(): MapView {
    const { lat, lng } = this.#map.getCenter().wrap()
    return { latitude: lat, longitude: lng, zoom: this.#map.getZoom() }
  }

  readonly #schemeChanged = (event: MediaQueryListEvent) => this.#base.setDark(event.matches)
}
