import { MINUTE_MS } from '#platform/shared/durations.ts'
/** Zooms, radii and times of the map screens. Zooms are web mercator levels; times are milliseconds. */
export const MIN_ZOOM = 3
export const MAX_ZOOM = 20
export const LOCATION_MAX_ZOOM = 21

/** Zoom after opening a letterbox from a link or a marker, and from a list. */
export const LETTERBOX_ZOOM = 19
export const LETTERBOX_ZOOM_FROM_LIST = 18
/** Zoom of the spot of an own letterbox: known by its house, or only by its place. */
export const PRECISE_ZOOM = 18
export const APPROXIMATE_ZOOM = 9
/** After the first look from there: the whole of a town, then the houses around a spot in it. */
export const TOWN_ZOOM = 13
export const HOUSES_ZOOM = 17
export const FIRST_LOOK_MS = 1500

/** From this zoom on one expects streets. */
export const STREET_ZOOM = 14

/** Zoom at which a few letterboxes are shown together, at most. */
export const STREETS_ZOOM = 16
/** Room around them, in CSS pixels. */
export const MARGIN = 60

export const FLIGHT_SECONDS = 1.5
export const WHEEL_DEBOUNCE = 200

/** Markers closer than this many CSS pixels become one cluster. */
export function clusterRadius(zoom: number): number {
  return zoom >= 15 ? 15 : 90
}
/** The radii where there are so many letterboxes that badges of the usual size would be unreadable. */
export const CROWDED_RADIUS = 120
export const SPIDERFY_MULTIPLIER = 3

export const RESELLER_SCALE = 1.5

/** How long a view of streets stays before its markers are named by street and number. */
export const NAME_MARKERS_AFTER = 3000
/** How often the visible tiles are asked for again. */
export const REFRESH_EVERY = MINUTE_MS
/** How often the map asks again while it shows a stored copy although there is a network. */
export const RETRY_KEPT_EVERY = 4000
