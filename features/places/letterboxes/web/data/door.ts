export { loadAddresses } from './addresses-in-view.ts'
export { type HouseFound, useLetterboxesAt } from './letterbox-addresses.ts'
export { letterboxKind } from './letterbox-kind.ts'
export { useLinesNear } from './letterbox-lines.ts'
export { DEEPEST_PAGE } from './letterbox-pages.ts'
export { corner, type NearbyQuery, useLetterbox, useStickerCounts } from './letterboxes.ts'
export { useNearby } from './nearby-letterboxes.ts'
export {
  findAddress,
  type GeocodableAddress,
  isSpotElsewhere,
  useGeocoding,
  useUpdateAddress,
  useUpdateItems,
  useUpdateLocation,
  useVerifyByParcel,
} from './own-letterbox.ts'
export { useResellers } from './resellers.ts'
export type { FreeDays, StickerSelection } from './sticker-query.ts'
export { loadTile, type TileFilter, type TileRequest } from './tiles.ts'
