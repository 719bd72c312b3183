/** Where other programs learn how far the streets of this community reach: TileJSON. */
export const STREET_MAP_PATH = '/basemap/streets.json'
/** Its tiles, below the server's own address. */
export const STREET_TILES_URL = '/basemap/streets/{z}/{x}/{y}.mvt'
export const STREET_MAP_ATTRIBUTION = '© OpenStreetMap contributors'

/**
 * TileJSON 3.0 of vector tiles in the layers of the Protomaps Basemap v4. A region that has none of its
 * tiles has no streets; past `maxzoom` the tiles of that zoom are drawn larger.
 */
export interface StreetMapInfo {
  tilejson: '3.0.0'
  /** One address, below the server's own: `{z}`, `{x}` and `{y}` are to be filled in. */
  tiles: string[]
  minzoom: number
  maxzoom: number
  /** West, south, east and north of all regions; degrees. */
  bounds: [number, number, number, number]
  /** Plain text, to be shown wherever the map is. */
  attribution: string
}
