import type L from 'leaflet'
import type { Position } from '#platform/shared/geography.ts'
import type { BaseLayers, LayerId } from './base-layers.ts'
import { Circle } from './circles.ts'
import { LatLng, Marker } from './leaflet.ts'
import { ButtonIcon, drawLetterbox } from './letterbox-icon.ts'
import { APPROXIMATE_ZOOM, HOUSES_ZOOM, PRECISE_ZOOM, TOWN_ZOOM } from './map-limits.ts'
import { createPickingMap, movedByKey, type PickingMapOptions } from './picking-map.ts'

interface LocationMapOptions extends PickingMapOptions {
  markerLabel: string
  onChange: (position: Position) => void
}

/** Size of the marker: 28x59 times 1.5; its tip is in the middle of the lower edge. */
const WIDTH = 42
const HEIGHT = 88
/** A map with one marker that users drag, place by a click or move with the arrow keys. */
export class LocationMap {
  readonly #map: L.Map
  readonly #base: BaseLayers
  readonly #icon: ButtonIcon
  readonly #options: LocationMapOptions
  readonly #destroy: () => void
  readonly #calm = window.matchMedia('(prefers-reduced-motion: reduce)')
  #marker: L.Marker | null = null
  #circle: L.Circle | null = null
  /** Radius in metres if the spot is the centre of a region. */
  #radius: number | null = null

  constructor(container: HTMLElement, options: LocationMapOptions) {
    this.#options = options
    const { map, base, destroy } = createPickingMap(container, options)
    this.#map = map
    this.#base = base
    this.#destroy = destroy
    this.#icon = new ButtonIcon({
      className: 'll-letterbox ll-movable',
      drawing: () => drawLetterbox('messaging_active', true),
      width: WIDTH,
      height: HEIGHT,
      anchor: [WIDTH / 2, HEIGHT],
      label: options.markerLabel,
    })
    this.#map.on('click', (event) => this.#moveByPointer(event.latlng))
  }

  destroy(): void {
    this.#destroy()
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
    const moved = this.#marker && movedByKey(this.#map, event, this.#marker.getLatLng())
    if (!moved) return
    this.#moveTo(moved)
    this.#map.panInside(moved, { padding: [60, 100], animate: false })
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
}
