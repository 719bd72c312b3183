/** Servers of others whose maps a visitor can choose; their tiles are pictures that the page may show. */
export const MAP_HOSTS = {
  swisstopo: 'https://wmts.geo.admin.ch',
  openStreetMap: 'https://tile.openstreetmap.org',
} as const
