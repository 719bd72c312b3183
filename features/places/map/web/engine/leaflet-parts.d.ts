/** Types for Leaflet's single files; the package has types only for the whole. */
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

/** Types for single files of the cluster plugin. */
declare module 'leaflet.markercluster/src/*' {
  import type L from 'leaflet'
  import 'leaflet.markercluster'

  export const MarkerCluster: typeof L.MarkerCluster
  export const MarkerClusterGroup: typeof L.MarkerClusterGroup
}
