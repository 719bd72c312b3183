import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding } from '#platform/server/http/accepted-encoding.ts'
import { type Found, ReadyHeaders, type ReadySource } from '#platform/server/http/ready-answers.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { letterboxesApi } from '../contract.ts'
import type { IndexFilter } from './index/letterbox-index.segment.ts'
import { isTile } from './index/letterbox-index.tiles.ts'
import type { Encoding, TileBytes, TileCache } from './index/tile-cache.ts'

const ROUTE = `${API_BASE}${letterboxesApi.tile.path}`
const NUMBER = '(0|[1-9]\\d{0,6})'
/** A tile as the app asks for it. */
const TILE = new RegExp(`^${ROUTE.replace(/:[zxy]/g, NUMBER)}(\\?.*)?$`)

/** There are twice as many queries as stickers, and those of several stickers. */
const MOST_QUERIES = 1_000
const LONGEST_QUERY = 200

/** A tile that the framework is about to send. */
interface SentTile {
  request: FastifyRequest
  reply: FastifyReply
  filter: IndexFilter
  tile: TileBytes
  /** Of the ready answers, from before the tile was looked for. */
  version: number
}

/**
 * Answers tiles from the index before the framework looks at the request. What a query means, and what is said beside a
 * tile, is learnt from the framework's answers: the contract is read by the framework alone. A tile that was asked for
 * before is kept as a whole answer, until anything on the map changes.
 */
export class ReadyTiles implements ReadySource {
  readonly #tiles: TileCache
  readonly #filters = new Map<string, IndexFilter>()
  readonly #headers = new Map<Encoding, ReadyHeaders>()

  constructor(tiles: TileCache) {
    this.#tiles = tiles
  }

  learn({ request, reply, filter, tile, version }: SentTile): void {
    this.#learnFilter(request.url, filter)
    if (!this.#headers.has(tile.encoding)) this.#headers.set(tile.encoding, new ReadyHeaders(reply))
    if (tile.wasAsked) this.#tiles.ready.keep(request, reply, tile, version)
  }

  /** From an address that is written in another way nothing is learnt: its query may be no part that is known here. */
  #learnFilter(url: string, filter: IndexFilter): void {
    const asked = TILE.exec(url)
    const query = asked?.[4] ?? ''
    if (!asked || query.length > LONGEST_QUERY) return
    if (this.#filters.size >= MOST_QUERIES) this.#filters.clear()
    this.#filters.set(query, filter)
  }

  find(words: string, request: IncomingMessage): Found | Promise<Found> {
    return this.#tiles.ready.find(words) ?? this.#make(words, request)
  }

  #make(words: string, { url = '', headers }: IncomingMessage): Found | Promise<Found> {
    const asked = TILE.exec(url)
    const filter = this.#filters.get(asked?.[4] ?? '')
    const accepted = acceptedEncoding(headers['accept-encoding'])
    if (!asked || !filter || !this.#headers.has(accepted)) return undefined
    const [z, x, y] = [Number(asked[1]), Number(asked[2]), Number(asked[3])]
    if (!isTile(z, x, y)) return undefined
    const { version } = this.#tiles.ready
    const answer = (tile: TileBytes) => this.#answer(words, tile, version)
    const tile = this.#tiles.bytesOf(z, x, y, filter, accepted)
    return tile instanceof Promise ? tile.then(answer) : answer(tile)
  }

  #answer(words: string, tile: TileBytes, version: number): Found {
    const headers = this.#headers.get(tile.encoding)
    if (!headers) return undefined
    const answer = { route: ROUTE, etag: tile.etag, body: tile.body, headers }
    if (tile.wasAsked) this.#tiles.ready.add(words, answer, version)
    return answer
  }
}
