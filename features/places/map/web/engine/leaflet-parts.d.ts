/** The files that Leaflet is made of: the package has types for the whole alone. */
declare module 'leaflet/src/*' {
  export * from 'leaflet'
  export const Attribution: typeof import('leaflet').Control.Attribution
  export const Scale: typeof import('leaflet').Control.Scale
  export const template: typeof import('leaflet').Util.template
  export const getPosition: typeof import('leaflet').DomUtil.getPosition
}

declare module 'leaflet/src/core/Browser.js' {
  import { Browser } from 'leaflet'

  export = Browser
}

/** The files that the plugin for clusters is made of. */
declare module 'leaflet.markercluster/src/*' {
  import type L from 'leaflet'
  import 'leaflet.markercluster'

  export const MarkerCluster: typeof L.MarkerCluster
  export const MarkerClusterGroup: typeof L.MarkerClusterGroup
}
