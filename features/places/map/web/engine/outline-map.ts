import type L from 'leaflet'
import { Polygon } from 'leaflet/src/layer/vector/Polygon.js'
import type { Position } from '#platform/shared/geography.ts'
import './vectors.ts'
import type { BaseLayers, LayerId } from './base-layers.ts'
import { LatLng, LatLngBounds, Marker } from './leaflet.ts'
import { ButtonIcon } from './letterbox-icon.ts'
import { MARGIN } from './map-limits.ts'
import { type Corner, withCorner } from './outline.ts'
import { createPickingMap, movedByKey, type PickingMapOptions } from './picking-map.ts'

interface OutlineMapOptions extends PickingMapOptions {
  /** Accessible name of a corner, counted from 1. */
  cornerLabel: (number: number) => string
  onChange: (corners: Corner[]) => void
}

/** Width and height of a corner in CSS pixels, large enough for a finger. */
const CORNER_SIZE = 44

/** The buttons at the right edge, in CSS pixels; no corner may lie below them at first. */
const CONTROLS_WIDTH = 44

const latLngOf = ([longitude, latitude]: Corner) => new LatLng(latitude, longitude)

/** Metres on the ground are far more precise than the sixth decimal. */
function cornerOf(latlng: L.LatLng): Corner {
  const { lat, lng } = latlng.wrap()
  return [Number(lng.toFixed(6)), Number(lat.toFixed(6))]
}

function drawCorner(): HTMLElement {
  const dot = document.createElement('span')
  dot.className = 'll-corner-dot'
  return dot
}

/**
 * A map on which users draw an outline: a click adds a corner, corners are dragged or moved with the arrow keys, and
 * removed with the Delete key.
 */
export class OutlineMap {
  readonly #map: L.Map
  readonly #base: BaseLayers
  readonly #destroy: () => void
  readonly #options: OutlineMapOptions
  readonly #polygon: L.Polygon
  #markers: L.Marker[] = []
  #corners: Corner[] = []

  constructor(container: HTMLElement, options: OutlineMapOptions) {
    this.#options = options
    const { map, base, destroy } = createPickingMap(container, options)
    this.#map = map
    this.#base = base
    this.#destroy = destroy
    this.#polygon = new Polygon([], { className: 'll-region', interactive: false }).addTo(map)
    map.on('click', (event) => this.#add(event.latlng))
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

  zoomBy(steps: number): void {
    this.#map.setZoom(this.#map.getZoom() + steps)
  }

  lookAt({ latitude, longitude }: Position, zoom: number): void {
    this.#map.setView([latitude, longitude], zoom, { animate: false })
  }

  /** Shows the whole outline. */
  showAll(): void {
    if (this.#corners.length === 0) return
    const bounds = new LatLngBounds(this.#corners.map(latLngOf))
    this.#map.fitBounds(bounds, {
      animate: false,
      paddingTopLeft: [MARGIN, MARGIN],
      paddingBottomRight: [MARGIN + CONTROLS_WIDTH, MARGIN],
    })
  }

  setCorners(corners: readonly Corner[]): void {
    this.#corners = [...corners]
    this.#polygon.setLatLngs(this.#corners.map(latLngOf))
    while (this.#markers.length > corners.length) this.#markers.pop()?.remove()
    this.#corners.forEach((corner, index) => {
      const marker = this.#markers[index]
      if (marker) marker.setLatLng(latLngOf(corner))
      else this.#markers.push(this.#createMarker(latLngOf(corner), index))
    })
  }

  /** Adds a corner without a pointer. */
  addInMiddle(): void {
    const index = this.#add(this.#map.getCenter())
    this.#markers[index]?.getElement()?.focus()
  }

  #add(latlng: L.LatLng): number {
    const { corners, index } = withCorner(this.#corners, cornerOf(latlng))
    this.#change(corners)
    return index
  }

  #change(corners: Corner[]): void {
    this.setCorners(corners)
    this.#options.onChange(corners)
  }

  #move(index: number, latlng: L.LatLng): void {
    this.#change(this.#corners.map((corner, at) => (at === index ? cornerOf(latlng) : corner)))
  }

  #createMarker(latlng: L.LatLng, index: number): L.Marker {
    const icon = new ButtonIcon({
      className: 'll-corner ll-movable',
      drawing: drawCorner,
      width: CORNER_SIZE,
      height: CORNER_SIZE,
      anchor: [CORNER_SIZE / 2, CORNER_SIZE / 2],
      label: this.#options.cornerLabel(index + 1),
    })
    const marker = new Marker(latlng, { icon, draggable: true, autoPan: true })
    marker.on('drag', () => this.#polygon.setLatLngs(this.#markers.map((each) => each.getLatLng())))
    marker.on('dragend', () => this.#move(index, marker.getLatLng()))
    marker.addTo(this.#map)
    marker.getElement()?.addEventListener('keydown', (event) => this.#keyPressed(index, event))
    return marker
  }

  #keyPressed(index: number, event: KeyboardEvent): void {
    const marker = this.#markers[index]
    if (!marker) return
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      this.#change(this.#corners.filter((_corner, at) => at !== index))
      this.#markers[Math.max(0, index - 1)]?.getElement()?.focus()
      return
    }
    const moved = movedByKey(this.#map, event, marker.getLatLng())
    if (!moved) return
    this.#move(index, moved)
    this.#map.panInside(moved, { padding: [MARGIN, MARGIN], animate: false })
  }
}
