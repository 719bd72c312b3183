/** TileJSON for other programs: the extent of this community's street map. */
export const STREET_MAP_PATH = '/basemap/streets.json'
/** Its tiles, relative to the server's URL. */
export const STREET_TILES_URL = '/basemap/streets/{z}/{x}/{y}.mvt'
export const STREET_MAP_ATTRIBUTION = '© OpenStreetMap contributors'

/**
 * TileJSON 3.0 for vector tiles in the layers of the Protomaps Basemap v4. A region without tiles has no streets;
 * beyond `maxzoom`, tiles of that zoom are scaled up.
 */
export interface StreetMapInfo {
  tilejson: '3.0.0'
  /** One URL template with `{z}`, `{x}` and `{y}`. */
  tiles: string[]
  minzoom: number
  maxzoom: number
  /** West, south, east and north of all regions, in degrees. */
  bounds: [number, number, number, number]
  /** Plain text that has to be shown with the map. */
  attribution: string
}
