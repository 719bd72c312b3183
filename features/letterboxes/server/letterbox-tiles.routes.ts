import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import { acceptedEncoding } from '#platform/server/http/accepted-encoding.ts'
import type { Handler } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { letterboxesApi, StickerMatch } from '../contract.ts'
import type { LetterboxFeed } from './index/letterbox-index.feed.ts'
import type { IndexFilter } from './index/letterbox-index.segment.ts'
import { isTile } from './index/letterbox-index.tiles.ts'
import type { TileBytes } from './index/tile-cache.ts'
import type { ReadyTiles } from './ready-tiles.ts'

export const CACHE_CONTROL = 'public, max-age=15, stale-while-revalidate=60'
const JSON_TYPE = 'application/json; charset=utf-8'

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  tile: TileBytes,
  keep: () => void,
): FastifyReply {
  reply.header('cache-control', CACHE_CONTROL)
  reply.header('vary', 'accept-encoding')
  reply.header('etag', tile.etag)
  if (fresh(request.headers, { etag: tile.etag })) return reply.status(304).send()
  if (tile.encoding !== 'identity') reply.header('content-encoding', tile.encoding)
  reply.header('content-type', JSON_TYPE)
  keep()
  return reply.send(tile.body)
}

interface FilterQuery {
  sticker_id?: number | undefined
  sticker_ids?: number[] | undefined
  match?: StickerMatch | undefined
  enable_messaging?: boolean | undefined
}

/** The filter of tiles and lists that a query asks for. */
export function filterOf(query: FilterQuery): IndexFilter {
  return {
    stickerId: query.sticker_id,
    stickerIds: query.sticker_ids,
    match: query.match,
    messagingOnly: query.enable_messaging,
  }
}

/** Answers tiles from the index. `ready` learns from the answers how to give the next ones before the framework. */
export function tileHandler(
  feed: LetterboxFeed,
  ready: ReadyTiles,
): Handler<typeof letterboxesApi.tile> {
  return ({ params: { z, x, y }, query, request, reply }) => {
    if (!isTile(z, x, y)) throw new AppError('invalid_tile')
    const filter = filterOf(query)
    const accepted = acceptedEncoding(request.headers['accept-encoding'])
    const { version } = feed.tiles.ready
    const answer = (tile: TileBytes) =>
      send(request, reply, tile, () => ready.learn({ request, reply, filter, tile, version }))
    const tile = feed.tiles.bytesOf(z, x, y, filter, accepted)
    return tile instanceof Promise ? tile.then(answer) : answer(tile)
  }
}
