/** Zoom at which streets have names. */
const STREETS = 15
const SEEN_AT_STREETS = 1250

/** Metres from the middle of the map to its edge; doubles with each zoom level further out. */
export const metresToEdge = (zoom: number): number => SEEN_AT_STREETS * 2 ** (STREETS - zoom)
