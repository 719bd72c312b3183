import { API_BASE } from '#platform/shared/endpoint.ts'

/** Has no schemas, so that screens without any can import it: see docs/decisions/0012-start-page.md. */

/** Zoom at which streets have names. */
const STREETS_ZOOM = 15
const METRES_AT_STREETS = 1250

/** Metres from the middle of the map to its edge; doubles with each zoom level further out. */
export const metresToEdge = (zoom: number): number => METRES_AT_STREETS * 2 ** (STREETS_ZOOM - zoom)

/** The deepest zoom at which a map shows all of a circle. */
export const zoomShowing = (metres: number): number =>
  Math.floor(STREETS_ZOOM - Math.log2(metres / METRES_AT_STREETS))

/** Radius of a feed in kilometres. */
export const NEWS_RADIUS = { default: 3, most: 20 } as const

/** The formats of a feed, and the media types by which feed readers find them in a page. */
export const NEWS_FORMATS = { atom: 'application/atom+xml', json: 'application/feed+json' } as const
export type NewsFormat = keyof typeof NEWS_FORMATS

/** A circle, in degrees and kilometres. */
export interface NewsArea {
  latitude: number
  longitude: number
  km: number
}

interface View {
  latitude: number
  longitude: number
  zoom: number
}

/** About 100 m, so that people who look at the same place share one address. */
const DECIMALS = 3
const rounded = (degrees: number) => Number(degrees.toFixed(DECIMALS))

/** The area that a map shows, as far as a feed reaches. */
export const newsAreaOf = ({ latitude, longitude, zoom }: View): NewsArea => ({
  latitude: rounded(latitude),
  longitude: rounded(longitude),
  km: Math.min(NEWS_RADIUS.most, Math.ceil(metresToEdge(zoom) / 1000)),
})

export const newsFeedPath = (
  format: NewsFormat,
  { latitude, longitude, km }: NewsArea,
  lang: string,
): string =>
  `${API_BASE}/letterboxes/news.${format}?lat=${latitude}&lng=${longitude}&km=${km}&lang=${lang}`
