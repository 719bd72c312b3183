/** What other screens ask of the map with a link to it, beside its address. */

/** The `id` that the map screen gives its search field; the search link of the navigation focuses it. */
export const SEARCH_FIELD_ID = 'map-search'

/** The `id` of the panel beside the map. */
export const PANEL_ID = 'map-panel'

/** State of a link to the map by which someone asks to be shown around again. */
export const SHOW_AROUND = { showAround: true } as const
