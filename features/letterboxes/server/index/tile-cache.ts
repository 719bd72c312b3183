import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { MAX_TILE_ZOOM } from '../../contract.ts'
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
/**
 * The share of what is asked with several stickers. There are more such filters than anybody could keep: whoever goes
 * through them pushes out one another's, and nothing of what everybody asks.
 */
const COMBINED_SHARE = 1 / 4
/** What is kept beside a body, measured: objects, tag, entry of a map; of a compressed one a promise and its maker, too. */
const ANSWER_BYTES = 512
const COMPRESSED_BYTES = 1_600
const TILE_BYTES = 512
/** A key is kept with two bytes a sign at most. */
const SIGN_BYTES = 2
/** More of them than fit by their size. */
const MAX_TILES = 16_384
/** Requests kept in their own words; longer ones are not what a map sends. */
const MAX_REQUESTS = 1_000
const MAX_REQUEST_LENGTH = 300
/** With more changed places than this, forgetting everything is faster. */
const MANY_PLACES = 2000

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 6 }),
}

/**
 * The same bytes in memory of their own: a short buffer is a piece of a pool, and what a compressor answers is the
 * beginning of 16 kB. Whoever keeps such a piece keeps all of it.
 */
function alone(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
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

/** Answers that take no more than so many bytes together; those that were asked for least lately go first. */
class KeptTiles {
  readonly #tiles: LRUCache<string, TileAnswers>

  constructor(maxBytes: number) {
    this.#tiles = new LRUCache({ max: MAX_TILES, maxSize: maxBytes })
  }

  find(key: string, filterKey: number | string): TileAnswer | undefined {
    return this.#tiles.get(key)?.byFilter.get(filterKey)
  }

  keep(key: string, filterKey: number | string, answer: TileAnswer): void {
    const known = this.#tiles.get(key)
    const byFilter: ByFilter = known?.byFilter ?? new Map()
    byFilter.set(filterKey, answer)
    const name = SIGN_BYTES * String(filterKey).length
    const tile = known ? 0 : TILE_BYTES
    this.#grow(key, byFilter, tile + name + ANSWER_BYTES + answer.identity.body.length)
  }

  /** Counts what was added to an answer, unless it was forgotten meanwhile: it must not come back. */
  keepCompressed(key: string, byFilter: ByFilter | undefined, body: Buffer): void {
    if (byFilter && this.answersOf(key) === byFilter) {
      this.#grow(key, byFilter, COMPRESSED_BYTES + body.length)
    }
  }

  answersOf(key: string): ByFilter | undefined {
    return this.#tiles.peek(key)?.byFilter
  }

  delete(key: string): void {
    this.#tiles.delete(key)
  }

  clear(): void {
    this.#tiles.clear()
  }

  #grow(key: string, byFilter: ByFilter, more: number): void {
    const bytes = (this.#tiles.peek(key)?.bytes ?? 0) + more
    this.#tiles.set(key, { byFilter, bytes }, { size: bytes })
  }
}

/**
 * Bytes of the tiles asked for lately, plain and compressed. A change of the index forgets the
 * tiles around it, one of each zoom; the others stay.
 */
export class TileCache {
  readonly #index: LetterboxIndex
  /** Of everything, or of one sticker: as many filters as there are stickers, twice. */
  readonly #simple: KeptTiles
  /** Of several stickers. */
  readonly #combined: KeptTiles
  /** Answers by the words of their request; whole, since a change is rarer than a request. */
  readonly #requests = new Map<string, TileBytes>()
  #version = 0

  constructor(index: LetterboxIndex, maxBytes = MAX_BYTES) {
    this.#index = index
    this.#simple = new KeptTiles(maxBytes * (1 - COMBINED_SHARE))
    this.#combined = new KeptTiles(maxBytes * COMBINED_SHARE)
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
    const selection = selectionOf(filter)
    const filterKey = selectionKey(selection)
    const kept = selection.keys.length > 1 ? this.#combined : this.#simple
    let answer = kept.find(key, filterKey)
    if (!answer) {
      const tile = this.#index.tile(z, x, y, filter)
      // An empty tile is answered as fast from the index, and there are too many of them.
      const isKept = tile.total > 0
      const json = tileJson(tile)
      answer = new TileAnswer(isKept ? alone(json) : json)
      if (isKept) kept.keep(key, filterKey, answer)
    }
    const { identity } = answer
    if (accepted === 'identity' || identity.body.length < COMPRESS_FROM) return identity
    return answer.compressed?.[accepted] ?? compressed(kept, key, answer, accepted)
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
        const key = keyOf(z, Math.floor(place / span) * span)
        this.#simple.delete(key)
        this.#combined.delete(key)
      }
    }
  }

  clear(): void {
    this.#forgetRequests()
    this.#simple.clear()
    this.#combined.clear()
  }

  #forgetRequests(): void {
    this.#version++
    this.#requests.clear()
  }
}

/** The bytes of an answer compressed, which are kept with it. */
function compressed(
  kept: KeptTiles,
  key: string,
  answer: TileAnswer,
  encoding: 'br' | 'gzip',
): Promise<TileBytes> {
  const { identity } = answer
  const byFilter = kept.answersOf(key)
  const bytes = compressors[encoding](identity.body).then((compressedBody) => {
    const body = alone(compressedBody)
    kept.keepCompressed(key, byFilter, body)
    return { body, encoding, etag: `${identity.etag.slice(0, -1)}-${encoding}"` }
  })
  answer.compressed = { ...answer.compressed, [encoding]: bytes }
  return bytes
}

/** A tile is named by its zoom and its first Morton code. */
function keyOf(z: number, first: number): string {
  return `${z}:${first}`
}
