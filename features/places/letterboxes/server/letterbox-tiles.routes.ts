import type { StickerMatch } from '#features/places/items/contract.ts'
import { checkDays } from '#features/places/letterboxes/lent/server/door.ts'
import type { IndexFilter } from '#features/places/letterboxes/map-index/server/door.ts'
import { isTile, tileJson } from '#features/places/letterboxes/map-index/server/door.ts'
import { momentOf } from '#platform/server/community-day.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { Handler } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { letterboxesApi } from '../contract.ts'

interface DaysQuery {
  free_from?: string | undefined
  free_until?: string | undefined
}

interface FilterQuery extends DaysQuery {
  sticker_id?: number | undefined
  sticker_ids?: number[] | undefined
  match?: StickerMatch | undefined
  enable_messaging?: boolean | undefined
  with_taken?: boolean | undefined
}

/**
 * The days on which a thing has to be free.
 * @throws {AppError} validation of a day that is over or too far ahead
 */
export function freeDaysOf(
  { free_from, free_until }: DaysQuery,
  deps: Pick<Deps, 'clock' | 'config'>,
): IndexFilter['free'] {
  const from = free_from ?? free_until
  if (from === undefined) return undefined
  const until = free_until ?? from
  const { now, today } = momentOf(deps)
  const fields = { from: 'free_from', until: 'free_until' }
  checkDays({ from, until }, now, deps.config.timeZone, fields)
  return { from, until, today }
}

/** The index filter for a query of tiles or lists. */
export function filterOf(query: FilterQuery, deps: Pick<Deps, 'clock' | 'config'>): IndexFilter {
  return {
    stickerId: query.sticker_id,
    stickerIds: query.sticker_ids,
    match: query.match,
    messagingOnly: query.enable_messaging,
    free: freeDaysOf(query, deps),
    withTaken: query.with_taken,
  }
}

/** Answers tiles from the index. */
export const tileHandler =
  (deps: Pick<Deps, 'letterboxFeed' | 'clock' | 'config'>): Handler<typeof letterboxesApi.tile> =>
  ({ params: { z, x, y }, query, reply }) => {
    if (!isTile(z, x, y)) throw new AppError('invalid_tile')
    const filter = filterOf(query, deps)
    const { index } = deps.letterboxFeed
    const json = tileJson((target) => index.findTile(z, x, y, filter, target))
    // Copied, because the next tile overwrites these bytes.
    return reply.type('application/json; charset=utf-8').send(Buffer.from(json))
  }
