/** Types for single files of protomaps-leaflet; the package has types only for the whole. */
declare module 'protomaps-leaflet/src/*' {
  export * from 'protomaps-leaflet'
}
