import { MINUTE_MS } from '#platform/shared/durations.ts'
/** Zooms, radii and delays of the map screens. Zooms are web mercator levels; delays are milliseconds. */
export const MIN_ZOOM = 3
export const MAX_ZOOM = 20
export const LOCATION_MAX_ZOOM = 21

/** Zoom after opening a letterbox from a link or a marker, and from a list. */
export const LETTERBOX_ZOOM = 19
export const LETTERBOX_ZOOM_FROM_LIST = 18
/** Zoom for the user's own letterbox, if its house or only its place is known. */
export const PRECISE_ZOOM = 18
export const APPROXIMATE_ZOOM = 9
/** Zooms after that first look: the whole town, then the houses around a spot. */
export const TOWN_ZOOM = 13
export const HOUSES_ZOOM = 17
export const FIRST_LOOK_MS = 1500

/** Zoom from which users expect streets. */
export const STREET_ZOOM = 14

/** Maximum zoom for framing a few letterboxes. */
export const STREETS_ZOOM = 16
/** Margin around them in CSS pixels. */
export const MARGIN = 60

export const FLIGHT_SECONDS = 1.5
export const WHEEL_DEBOUNCE = 200

/** Markers closer than this many CSS pixels become one cluster. */
export function clusterRadius(zoom: number): number {
  return zoom >= 15 ? 15 : 90
}
/** Radius for crowded areas, where badges of the usual density would be unreadable. */
export const CROWDED_RADIUS = 120
export const SPIDERFY_MULTIPLIER = 3

export const RESELLER_SCALE = 1.5

/** How long a view of streets must stay before its markers get their street names. */
export const NAME_MARKERS_AFTER = 3000
/** Refresh interval of the visible tiles. */
export const REFRESH_EVERY = MINUTE_MS
/** Retry interval while the map shows a cached copy although the browser is online. */
export const RETRY_KEPT_EVERY = 4000
