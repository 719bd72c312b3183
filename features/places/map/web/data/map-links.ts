/** What a link to the map can ask of it besides its address: state in the browser's history. */

/** The `id` that the map screen gives its search field; the search link of the navigation focuses it. */
export const SEARCH_FIELD_ID = 'map-search'

/** The `id` of the panel beside the map. */
export const PANEL_ID = 'map-panel'

/** State of a link to the map by which someone asks to be shown around again. */
export const SHOW_AROUND = { showAround: true } as const
