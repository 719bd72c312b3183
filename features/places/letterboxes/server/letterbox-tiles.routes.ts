import type { StickerMatch } from '#features/places/items/contract.ts'
import type {
  IndexFilter,
  LetterboxFeed,
} from '#features/places/letterboxes/map-index/server/door.ts'
import { isTile, tileJson } from '#features/places/letterboxes/map-index/server/door.ts'
import type { Handler } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { letterboxesApi } from '../contract.ts'

interface FilterQuery {
  sticker_id?: number | undefined
  sticker_ids?: number[] | undefined
  match?: StickerMatch | undefined
  enable_messaging?: boolean | undefined
}

/** The index filter for a query of tiles or lists. */
export function filterOf(query: FilterQuery): IndexFilter {
  return {
    stickerId: query.sticker_id,
    stickerIds: query.sticker_ids,
    match: query.match,
    messagingOnly: query.enable_messaging,
  }
}

/** Answers tiles from the index. */
export const tileHandler =
  ({ index }: LetterboxFeed): Handler<typeof letterboxesApi.tile> =>
  ({ params: { z, x, y }, query, reply }) => {
    if (!isTile(z, x, y)) throw new AppError('invalid_tile')
    const filter = filterOf(query)
    const json = tileJson((target) => index.findTile(z, x, y, filter, target))
    // Copied, because the next tile overwrites these bytes.
    return reply.type('application/json; charset=utf-8').send(Buffer.from(json))
  }
