import { Attribution } from 'leaflet/src/control/Control.Attribution.js'
import { Scale } from 'leaflet/src/control/Control.Scale.js'
import Browser from 'leaflet/src/core/Browser.js'
import * as Util from 'leaflet/src/core/Util.js'
import * as DomUtil from 'leaflet/src/dom/DomUtil.js'
import { LatLng } from 'leaflet/src/geo/LatLng.js'
import { LatLngBounds } from 'leaflet/src/geo/LatLngBounds.js'
import { Point } from 'leaflet/src/geometry/Point.js'
import { FeatureGroup, featureGroup } from 'leaflet/src/layer/FeatureGroup.js'
import { LayerGroup } from 'leaflet/src/layer/LayerGroup.js'
import { DivIcon } from 'leaflet/src/layer/marker/DivIcon.js'
import { Icon } from 'leaflet/src/layer/marker/Icon.js'
import { Marker } from 'leaflet/src/layer/marker/Marker.js'
import { GridLayer } from 'leaflet/src/layer/tile/GridLayer.js'
import { Map as LeafletMap } from 'leaflet/src/map/Map.js'
import 'leaflet/src/map/handler/Map.BoxZoom.js'
import 'leaflet/src/map/handler/Map.DoubleClickZoom.js'
import 'leaflet/src/map/handler/Map.Drag.js'
import 'leaflet/src/map/handler/Map.Keyboard.js'
import 'leaflet/src/map/handler/Map.ScrollWheelZoom.js'
import 'leaflet/src/map/handler/Map.TouchZoom.js'

// Imports single files of Leaflet. The whole package, which no bundler can split, would add 12 kB gzip (popups,
// GeoJSON, canvas vectors, overlays, a layer switch).

export {
  Attribution,
  GridLayer,
  Icon,
  LatLng,
  LatLngBounds,
  LayerGroup,
  LeafletMap,
  Marker,
  Point,
  Scale,
}

/** The cluster plugin's files find Leaflet and each other through the global L. */
export const forPlugin: Record<string, unknown> = {
  bind: Util.bind,
  extend: Util.extend,
  setOptions: Util.setOptions,
  stamp: Util.stamp,
  Browser,
  DivIcon,
  DomUtil,
  FeatureGroup,
  featureGroup,
  Icon,
  LatLng,
  LatLngBounds,
  LayerGroup,
  Marker,
  Point,
  Util,
}
Object.assign(globalThis, { L: forPlugin })
