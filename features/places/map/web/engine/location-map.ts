import type L from 'leaflet'
import type { MapLayer } from '#platform/shared/config.ts'
import type { Position } from '#platform/shared/geography.ts'
import { BaseLayers, type BasemapState, type LayerId } from './base-layers.ts'
import { Circle } from './circles.ts'
import { Attribution, LatLng, LeafletMap, Marker, Scale } from './leaflet.ts'
import { ButtonIcon, drawLetterbox } from './letterbox-icon.ts'
import {
  APPROXIMATE_ZOOM,
  HOUSES_ZOOM,
  LOCATION_MAX_ZOOM,
  MIN_ZOOM,
  PRECISE_ZOOM,
  TOWN_ZOOM,
  WHEEL_DEBOUNCE,
} from './map-limits.ts'

interface LocationMapOptions {
  centre: Position
  zoom: number
  layers: MapLayer[]
  layer: LayerId
  /** Language of the names on the map. */
  language: string
  markerLabel: string
  onChange: (position: Position) => void
  onBasemap: (state: BasemapState) => void
}

/** Size of the marker: 28x59 times 1.5; its tip is in the middle of the lower edge. */
const WIDTH = 42
const HEIGHT = 88
/** Pixels that one press of an arrow key moves the marker; ten times as far with Shift. */
const STEP = 4
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** A map with one marker that users drag, place by a click or move with the arrow keys. */
export class LocationMap {
  readonly #map: L.Map
  readonly #base: BaseLayers
  readonly #icon: ButtonIcon
  readonly #options: LocationMapOptions
  readonly #resizing: ResizeObserver
  readonly #scheme = window.matchMedia('(prefers-color-scheme: dark)')
  readonly #calm = window.matchMedia('(prefers-reduced-motion: reduce)')
  #marker: L.Marker | null = null
  #circle: L.Circle | null = null
  /** Radius in metres if the spot is the centre of a region. */
  #radius: number | null = null

  constructor(container: HTMLElement, options: LocationMapOptions) {
    this.#options = options
    const calm = this.#calm.matches
    this.#map = new LeafletMap(container, {
      center: [options.centre.latitude, options.centre.longitude],
      zoom: options.zoom,
      minZoom: MIN_ZOOM,
      maxZoom: LOCATION_MAX_ZOOM,
      worldCopyJump: true,
      zoomControl: false,
      attributionControl: false,
      wheelDebounceTime: WHEEL_DEBOUNCE,
      zoomAnimation: !calm,
      markerZoomAnimation: !calm,
    })
    new Attribution({ prefix: false }).addTo(this.#map)
    new Scale({ imperial: false, position: 'bottomright' }).addTo(this.#map)
    this.#base = new BaseLayers(this.#map, {
      layers: options.layers,
      chosen: options.layer,
      maxZoom: LOCATION_MAX_ZOOM,
      dark: this.#scheme.matches,
      language: options.language,
      streetsFrom: TOWN_ZOOM,
      onState: options.onBasemap,
    })
    this.#icon = new ButtonIcon({
      className: 'll-letterbox ll-movable',
      drawing: () => drawLetterbox('messaging_active', true),
      width: WIDTH,
      height: HEIGHT,
      anchor: [WIDTH / 2, HEIGHT],
      label: options.markerLabel,
    })
    this.#map.on('click', (event) => this.#moveByPointer(event.latlng))
    this.#scheme.addEventListener('change', this.#schemeChanged)
    this.#resizing = new ResizeObserver(() => this.#map.invalidateSize({ animate: false }))
    this.#resizing.observe(container)
  }

  destroy(): void {
    this.#resizing.disconnect()
    this.#scheme.removeEventListener('change', this.#schemeChanged)
    this.#base.destroy()
    this.#map.remove()
  }

  setLanguage(language: string): void {
    this.#base.setLanguage(language)
  }

  chooseLayer(id: LayerId): void {
    this.#base.choose(id)
  }

  setMarkerLabel(label: string): void {
    this.#icon.setLabel(label)
  }

  zoomBy(steps: number): void {
    this.#map.setZoom(this.#map.getZoom() + steps)
  }

  /** Moves the marker; with `zoom` also the map. */
  setPosition(position: Position | null, zoom?: number): void {
    if (!position) {
      this.#marker?.remove()
      this.#marker = null
      this.#drawCircle()
      return
    }
    const at = new LatLng(position.latitude, position.longitude)
    if (this.#marker) this.#marker.setLatLng(at)
    else this.#addMarker(at)
    this.#drawCircle()
    if (zoom !== undefined) this.#map.setView(at, zoom, { animate: false })
  }

  /** Makes the spot the centre of a region and shows all of it; from then on the map no longer zooms in by itself. */
  setRadius(metres: number): void {
    this.#radius = metres
    this.#drawCircle()
    if (this.#circle) this.#map.fitBounds(this.#circle.getBounds(), { animate: false })
  }

  #drawCircle(): void {
    const at = this.#marker?.getLatLng()
    if (this.#radius === null || !at) {
      this.#circle?.remove()
      this.#circle = null
      return
    }
    this.#circle ??= new Circle(at, {
      radius: this.#radius,
      className: 'll-region',
      interactive: false,
    })
    this.#circle.setLatLng(at).setRadius(this.#radius).addTo(this.#map)
  }

  /** Zooms from the wide view of a place into it, unless the user has zoomed meanwhile. */
  showTown(): void {
    if (this.#marker && this.#map.getZoom() === APPROXIMATE_ZOOM) {
      this.#goTo(this.#marker.getLatLng(), TOWN_ZOOM)
    }
  }

  /** Puts the marker at the map's centre and focuses it, so that it can be placed without a pointer. */
  placeInMiddle(): void {
    this.#moveByPointer(this.#map.getCenter())
    this.#marker?.getElement()?.focus()
  }

  /** Shows a place without moving the marker. */
  lookAt({ latitude, longitude }: Position, zoom: number): void {
    this.#map.setView([latitude, longitude], zoom, { animate: false })
  }

  /** Moves the map and the marker to a house. */
  placeAt(position: Position): void {
    this.lookAt(position, PRECISE_ZOOM)
    this.#moveTo(new LatLng(position.latitude, position.longitude))
  }

  #addMarker(at: L.LatLng): void {
    const marker = new Marker(at, { icon: this.#icon, draggable: true, autoPan: true })
    marker.on('dragend', () => this.#moveByPointer(marker.getLatLng()))
    marker.addTo(this.#map)
    this.#marker = marker
    const element = marker.getElement()
    element?.addEventListener('keydown', this.#keyPressed)
  }

  readonly #keyPressed = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key]
    if (!arrow || !this.#marker) return
    event.preventDefault()
    event.stopPropagation()
    const step = event.shiftKey ? STEP * 10 : STEP
    const point = this.#map.latLngToLayerPoint(this.#marker.getLatLng())
    this.#moveTo(this.#map.layerPointToLatLng(point.add([arrow[0] * step, arrow[1] * step])))
    this.#map.panInside(this.#marker.getLatLng(), { padding: [60, 100], animate: false })
  }

  #goTo(at: L.LatLng, zoom: number): void {
    if (this.#calm.matches) this.#map.setView(at, zoom, { animate: false })
    else this.#map.flyTo(at, zoom)
  }

  /** From far out a click hits a neighbourhood at best, so the map zooms in for the next click to hit the house. */
  #moveByPointer(latlng: L.LatLng): void {
    this.#moveTo(latlng)
    if (this.#radius === null && this.#map.getZoom() < HOUSES_ZOOM) this.#goTo(latlng, HOUSES_ZOOM)
  }

  #moveTo(latlng: L.LatLng): void {
    const { lat, lng } = latlng.wrap()
    const position = { latitude: lat, longitude: lng }
    this.setPosition(position)
    this.#options.onChange(position)
  }

  readonly #schemeChanged = (event: MediaQueryListEvent) => this.#base.setDark(event.matches)
}
