/** History state that a link to the map can carry besides its URL. */

/** The `id` of the map's search field; the search link of the navigation focuses it. */
export const SEARCH_FIELD_ID = 'map-search'

/** The `id` of the panel beside the map. */
export const PANEL_ID = 'map-panel'

/** State of a link to the map that starts the tour again. */
export const SHOW_AROUND = { showAround: true } as const
