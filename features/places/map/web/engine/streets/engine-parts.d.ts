/** The files that protomaps-leaflet is made of: the package has types for the whole alone. */
declare module 'protomaps-leaflet/src/*' {
  export * from 'protomaps-leaflet'
}
