import type L from 'leaflet'
import type { MapLayer } from '#platform/shared/config.ts'
import type { Position } from '#platform/shared/geography.ts'
import { BaseLayers, type BasemapState, type LayerId } from './base-layers.ts'
import { Attribution, LeafletMap, Scale } from './leaflet.ts'
import { LOCATION_MAX_ZOOM, MIN_ZOOM, TOWN_ZOOM, WHEEL_DEBOUNCE } from './map-limits.ts'

export interface PickingMapOptions {
  centre: Position
  zoom: number
  layers: MapLayer[]
  layer: LayerId
  /** Language of the names on the map. */
  language: string
  onBasemap: (state: BasemapState) => void
}

export interface PickingMap {
  map: L.Map
  base: BaseLayers
  destroy: () => void
}

/** A map in a form, on which users place something. It follows the size of its container and the device's colours. */
export function createPickingMap(container: HTMLElement, options: PickingMapOptions): PickingMap {
  const scheme = window.matchMedia('(prefers-color-scheme: dark)')
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = new LeafletMap(container, {
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
  new Attribution({ prefix: false }).addTo(map)
  new Scale({ imperial: false, position: 'bottomright' }).addTo(map)
  const base = new BaseLayers(map, {
    layers: options.layers,
    chosen: options.layer,
    maxZoom: LOCATION_MAX_ZOOM,
    dark: scheme.matches,
    language: options.language,
    streetsFrom: TOWN_ZOOM,
    onState: options.onBasemap,
  })
  const onScheme = (event: MediaQueryListEvent) => base.setDark(event.matches)
  scheme.addEventListener('change', onScheme)
  const resizing = new ResizeObserver(() => map.invalidateSize({ animate: false }))
  resizing.observe(container)
  return {
    map,
    base,
    destroy() {
      resizing.disconnect()
      scheme.removeEventListener('change', onScheme)
      base.destroy()
      map.remove()
    },
  }
}

/** Pixels that one press of an arrow key moves a marker; ten times as far with Shift. */
const STEP = 4
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Where an arrow key moves a marker; null for other keys. */
export function movedByKey(map: L.Map, event: KeyboardEvent, from: L.LatLng): L.LatLng | null {
  const arrow = ARROWS[event.key]
  if (!arrow) return null
  event.preventDefault()
  event.stopPropagation()
  const step = event.shiftKey ? STEP * 10 : STEP
  const point = map.latLngToLayerPoint(from)
  return map.layerPointToLatLng(point.add([arrow[0] * step, arrow[1] * step]))
}
