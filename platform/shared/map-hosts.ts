/** Third-party map servers that a visitor can choose; their tiles are allowed as images. */
export const MAP_HOSTS = {
  swisstopo: 'https://wmts.geo.admin.ch',
  openStreetMap: 'https://tile.openstreetmap.org',
} as const
