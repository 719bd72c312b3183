import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import { z } from 'zod'
import { errorAnswerSchema } from '#platform/shared/error-answer.ts'
import { queryIntSchema } from '#platform/shared/geography.ts'
import {
  STREET_MAP_ATTRIBUTION,
  STREET_MAP_PATH,
  STREET_TILES_URL,
  type StreetMapInfo,
} from '#platform/shared/street-map.ts'
import type { Deps } from '../deps.ts'
import { acceptsGzip } from '../http/accepted-encoding.ts'
import { routeLimit } from '../http/endpoints.ts'
import { AppError } from '../http/errors.ts'
import { ResponseCache } from '../http/response-cache.ts'
import type { StreetTile } from './street-map.ts'

const TILE_TYPE = 'application/vnd.mapbox-vector-tile'
/** The map changes with its file, a few times a year, so a day's delay is fine. */
const CACHE_CONTROL = 'public, max-age=86400, stale-while-revalidate=604800'
const INFO_CACHE_CONTROL = 'public, max-age=60'

const unzip = promisify(gunzip)

const params = z.object({ z: queryIntSchema, x: queryIntSchema, y: queryIntSchema })
const infoSchema: z.ZodType<StreetMapInfo> = z.object({
  tilejson: z.literal('3.0.0'),
  tiles: z.array(z.string()),
  minzoom: z.int(),
  maxzoom: z.int(),
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  attribution: z.string(),
})

const failures = (codes: Record<number, string>) =>
  Object.fromEntries(
    Object.entries(codes).map(([status, words]) => [status, errorAnswerSchema.describe(words)]),
  )

/** Sends the stored gzipped bytes, or unpacked ones to the few clients that do not accept gzip. */
function send(
  request: FastifyRequest,
  reply: FastifyReply,
  tile: StreetTile | null,
): FastifyReply | Promise<FastifyReply> {
  reply.header('cache-control', CACHE_CONTROL).header('vary', 'accept-encoding')
  if (!tile) return reply.status(204).send()
  const isZipped = acceptsGzip(request.headers['accept-encoding'])
  const etag = isZipped ? tile.etag : `${tile.etag.slice(0, -1)}-identity"`
  if (fresh(request.headers, { etag })) return reply.header('etag', etag).status(304).send()
  if (!isZipped) {
    return unzip(tile.gzipped).then((body) =>
      reply.header('etag', etag).header('content-type', TILE_TYPE).send(body),
    )
  }
  reply.header('etag', etag).header('content-type', TILE_TYPE).header('content-encoding', 'gzip')
  return reply.send(tile.gzipped)
}

/** Street tiles and their metadata. Without a street map they are empty, not an error. */
export function addStreetMapRoutes(app: FastifyInstance, { config, streetMap }: Deps): void {
  const { extent } = streetMap
  const info: StreetMapInfo | null = extent && {
    tilejson: '3.0.0',
    tiles: [STREET_TILES_URL],
    ...extent,
    attribution: STREET_MAP_ATTRIBUTION,
  }
  const settings = {
    config: { rateLimit: routeLimit(config, 'street_map') },
    compress: false as const,
  }
  app.get<{ Params: z.output<typeof params> }>(
    STREET_TILES_URL.replace(/\{(\w)\}/g, ':$1'),
    {
      ...settings,
      config: { ...settings.config, paramsError: 'invalid_tile' },
      schema: {
        tags: ['street-map'],
        operationId: 'street-map.tile',
        summary:
          'Returns the streets of one web-mercator tile in the layers of the Protomaps Basemap v4',
        params,
        response: {
          200: {
            description: 'A vector tile',
            content: { [TILE_TYPE]: { schema: z.string() } },
          },
          204: z.null().describe('No streets in this tile'),
          ...failures({
            400: 'bad_request, invalid_tile',
            404: 'not_found: another zoom than TileJSON names',
            429: 'rate_limited',
            500: 'internal',
          }),
        },
      },
    },
    (request, reply) => {
      const { z, x, y } = request.params
      if (!streetMap.hasZoom(z)) throw new AppError('not_found')
      if (x >= 2 ** z || y >= 2 ** z) throw new AppError('invalid_tile')
      const tile = streetMap.tile(z, x, y)
      const answer =
        tile instanceof Promise
          ? tile.then((read) => send(request, reply, read))
          : send(request, reply, tile)
      // Returning the reply would make the framework wait for the end of its stream.
      return answer === reply ? undefined : answer
    },
  )
  app.get(
    STREET_MAP_PATH,
    {
      ...settings,
      config: {
        ...settings.config,
        cache: new ResponseCache({ cacheControl: INFO_CACHE_CONTROL }),
      },
      schema: {
        tags: ['street-map'],
        operationId: 'street-map.info',
        summary: 'Returns where there are streets, as TileJSON',
        response: {
          200: infoSchema,
          204: z.null().describe('This community has no street map of its own'),
          ...failures({ 429: 'rate_limited', 500: 'internal' }),
        },
      },
    },
    (_request, reply) => {
      if (info) return reply.send(info)
      return reply.header('cache-control', INFO_CACHE_CONTROL).status(204).send()
    },
  )
}
