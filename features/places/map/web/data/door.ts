export { type MapSettings, useMapSettings } from './map.ts'
export { SEARCH_FIELD_ID, SHOW_AROUND } from './map-links.ts'
export {
  INITIAL_MAP_STATE,
  isAdding,
  MAX_STICKERS,
  type MapState,
  type MapView,
  sameView,
} from './map-state.ts'
export { isLetterboxId, readMapUrl, writeMapUrl } from './map-url.ts'
