import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { MAX_TILE_ZOOM } from '@letterlend/contract/letterboxes.ts'
import { LRUCache } from 'lru-cache'
import { LEVELS, mortonOf, spanOfLevel } from './letterbox-index.morton.ts'
import { type IndexFilter, selectionKey, selectionOf } from './letterbox-index.segment.ts'
import type { LetterboxIndex } from './letterbox-index.ts'
import { tileJson } from './tile-json.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

export interface TileBytes {
  body: Buffer
  encoding: Encoding
  /** Strong, and of this encoding: equal bytes have equal tags in every process. */
  etag: string
}

/** Smaller bodies are not worth compressing. */
const COMPRESS_FROM = 1024
/** Some thousand tiles: a tile has 5 to 12 kB, and a third of that compressed. */
const MAX_BYTES = 32 * 1024 * 1024
/** More of them than fit by their size. */
const MAX_TILES = 16_384
/** Requests kept in their own words; longer ones are not what a map sends. */
const MAX_REQUESTS = 1_000
const MAX_REQUEST_LENGTH = 300
/** With more changed places than this, forgetting everything is faster. */
const MANY_PLACES = 2000

const compress = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 6 }),
}

/** The bytes of one answer; compressed ones are made when first asked for. */
class TileAnswer {
  readonly identity: TileBytes
  compressed: Partial<Record<Encoding, Promise<TileBytes>>> | undefined

  constructor(body: Buffer) {
    this.identity = { body, encoding: 'identity', etag: `"${hash('sha1', body, 'base64url')}"` }
  }
}

/** The answers for one tile, by {@link selectionKey}. */
type ByFilter = Map<number | string, TileAnswer>

/** Made anew whenever it grows: the cache weighs what is new to it, and nothing else. */
interface TileAnswers {
  readonly byFilter: ByFilter
  readonly bytes: number
}

/**
 * Bytes of the tiles asked for lately, plain and compressed. A change of the index forgets the
 * tiles around it, one of each zoom; the others stay.
 */
export class TileCache {
  readonly #index: LetterboxIndex
  readonly #tiles: LRUCache<string, TileAnswers>
  /** Answers by the words of their request; whole, since a change is rarer than a request. */
  readonly #requests = new Map<string, TileBytes>()
  #version = 0

  constructor(index: LetterboxIndex, maxBytes = MAX_BYTES) {
    this.#index = index
    this.#tiles = new LRUCache({ max: MAX_TILES, maxSize: maxBytes })
  }

  /** The answer for a tile. Throws a RangeError when there is no such tile. */
  bytesOf(
    z: number,
    x: number,
    y: number,
    filter: IndexFilter,
    accepted: Encoding,
  ): TileBytes | Promise<TileBytes> {
    const shift = 2 ** (LEVELS - z)
    const key = keyOf(z, mortonOf(x * shift, y * shift))
    const filterKey = selectionKey(selectionOf(filter))
    let answer = this.#tiles.get(key)?.byFilter.get(filterKey)
    if (!answer) {
      const tile = this.#index.tile(z, x, y, filter)
      answer = new TileAnswer(tileJson(tile))
      // An empty tile is answered as fast from the index, and there are too many of them.
      if (tile.total > 0) this.#keep(key, filterKey, answer)
    }
    const { identity } = answer
    if (accepted === 'identity' || identity.body.length < COMPRESS_FROM) return identity
    return answer.compressed?.[accepted] ?? this.#compress(key, answer, accepted)
  }

  /** Grows with every change. */
  get version(): number {
    return this.#version
  }

  /**
   * Keeps an answer by the words of its request until anything changes; `version` is that of
   * before the answer was made, since it may have taken long enough to be outdated.
   */
  remember(request: string, tile: TileBytes, version: number): void {
    if (request.length > MAX_REQUEST_LENGTH || version !== this.#version) return
    if (this.#requests.size >= MAX_REQUESTS) this.#requests.clear()
    this.#requests.set(request, tile)
  }

  remembered(request: string): TileBytes | undefined {
    return this.#requests.get(request)
  }

  /** Forgets the tiles of all zooms that contain one of the places (Morton codes). */
  forget(places: readonly number[]): void {
    if (places.length > 0) this.#forgetRequests()
    if (places.length > MANY_PLACES) {
      this.clear()
      return
    }
    for (const place of places) {
      for (let z = 0; z <= MAX_TILE_ZOOM; z++) {
        const span = spanOfLevel(z)
        this.#tiles.delete(keyOf(z, Math.floor(place / span) * span))
      }
    }
  }

  clear(): void {
    this.#forgetRequests()
    this.#tiles.clear()
  }

  #forgetRequests(): void {
    this.#version++
    this.#requests.clear()
  }

  #keep(key: string, filterKey: number | string, answer: TileAnswer): void {
    const byFilter: ByFilter = this.#tiles.get(key)?.byFilter ?? new Map()
    byFilter.set(filterKey, answer)
    this.#grow(key, byFilter, answer.identity.body.length)
  }

  #grow(key: string, byFilter: ByFilter, more: number): void {
    const bytes = (this.#tiles.peek(key)?.bytes ?? 0) + more
    this.#tiles.set(key, { byFilter, bytes }, { size: bytes })
  }

  #compress(key: string, answer: TileAnswer, encoding: 'br' | 'gzip'): Promise<TileBytes> {
    const { identity } = answer
    const byFilter = this.#tiles.peek(key)?.byFilter
    const bytes = compress[encoding](identity.body).then((body) => {
      // Forgotten meanwhile, it must not come back.
      if (byFilter && this.#tiles.peek(key)?.byFilter === byFilter) {
        this.#grow(key, byFilter, body.length)
      }
      return { body, encoding, etag: `${identity.etag.slice(0, -1)}-${encoding}"` }
    })
    answer.compressed = { ...answer.compressed, [encoding]: bytes }
    return bytes
  }
}

/** A tile is named by its zoom and its first Morton code. */
function keyOf(z: number, first: number): string {
  return `${z}:${first}`
}
