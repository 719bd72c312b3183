import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { ReadyAnswers } from '#platform/server/http/ready-answers.ts'
import { MAX_TILE_ZOOM } from '../../contract.ts'
import { mortonOf, spanOfLevel } from './letterbox-index.morton.ts'
import { type IndexFilter, selectionKey, selectionOf } from './letterbox-index.segment.ts'
import type { LetterboxIndex } from './letterbox-index.ts'
import { tileJson } from './tile-json.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

export interface TileBytes {
  body: Buffer
  encoding: Encoding
  /** A strong tag for this encoding: equal bytes have equal tags in every process. */
  etag: string
  /** Whether it was asked for before: what is wanted twice is wanted more often. */
  wasAsked: boolean
}

/** Smaller bodies are not worth compressing. */
const COMPRESS_FROM = 1024
/** Some thousand tiles: a tile has 5 to 12 kB, and a third of that compressed. */
const MAX_BYTES = 32 * 1024 * 1024
/**
 * The share of the memory for tiles of several stickers. There are more such filters than anybody
 * could keep: callers who go through them push out each other's tiles, and none of those that
 * everybody asks for.
 */
const COMBINED_SHARE = 1 / 4
/**
 * Measured: how many bytes an answer takes besides its body, for objects, tag and the entry of a
 * map. A compressed one also has a promise and the function that made it.
 */
const ANSWER_BYTES = 512
const COMPRESSED_BYTES = 1_600
const TILE_BYTES = 512
/** A key takes at most two bytes for each character. */
const SIGN_BYTES = 2
/** More tiles than ever fit by their size. */
const MAX_TILES = 16_384
/** Of twice as many tiles it is known that they were asked for lately. A power of two. */
const PAIRS = 4_096
/** With more changed places than this, forgetting everything is faster. */
const MANY_PLACES = 2000

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 6 }),
}

/**
 * Copies bytes into memory of their own. A short buffer is a piece of a pool, and what a compressor
 * returns is the beginning of 16 kB: keeping such a piece keeps all of it.
 */
function copiedAlone(bytes: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  copy.set(bytes)
  return copy
}

/** The bytes of one answer. Compressed ones are made when they are first asked for. */
class TileAnswer {
  readonly identity: TileBytes
  compressed: Partial<Record<Encoding, Promise<TileBytes>>> | undefined

  constructor(body: Buffer, wasAsked: boolean) {
    const etag = `"${hash('sha1', body, 'base64url')}"`
    this.identity = { body, encoding: 'identity', etag, wasAsked }
  }
}

/** Of every tile that nothing is in, when it is asked for first and later. */
const EMPTY = new TileAnswer(Buffer.from(tileJson(() => 0)), false)
const EMPTY_AGAIN = new TileAnswer(EMPTY.identity.body, true)

/** The answers for one tile, by {@link selectionKey}. */
type ByFilter = Map<number | string, TileAnswer>

/** A new object whenever it grows, since the cache weighs only objects that are new to it. */
interface TileAnswers {
  readonly byFilter: ByFilter
  readonly bytes: number
}

/**
 * Keeps answers that take no more than so many bytes together; those that were not asked for the
 * longest go first.
 */
class KeptTiles {
  readonly #tiles: LRUCache<number, TileAnswers>

  constructor(maxBytes: number) {
    this.#tiles = new LRUCache({ max: MAX_TILES, maxSize: maxBytes })
  }

  find(key: number, filterKey: number | string): TileAnswer | undefined {
    return this.#tiles.get(key)?.byFilter.get(filterKey)
  }

  keep(key: number, filterKey: number | string, answer: TileAnswer): void {
    const earlier = this.#tiles.get(key)
    const byFilter: ByFilter = earlier?.byFilter ?? new Map()
    byFilter.set(filterKey, answer)
    const name = SIGN_BYTES * String(filterKey).length
    const tile = earlier ? 0 : TILE_BYTES
    this.#grow(key, byFilter, tile + name + ANSWER_BYTES + answer.identity.body.length)
  }

  /**
   * Counts the compressed bytes that were added to an answer, unless the answer was forgotten
   * meanwhile: it must not come back.
   */
  keepCompressed(key: number, byFilter: ByFilter | undefined, body: Buffer): void {
    if (byFilter && this.answersOf(key) === byFilter) {
      this.#grow(key, byFilter, COMPRESSED_BYTES + body.length)
    }
  }

  answersOf(key: number): ByFilter | undefined {
    return this.#tiles.peek(key)?.byFilter
  }

  delete(key: number): void {
    this.#tiles.delete(key)
  }

  clear(): void {
    this.#tiles.clear()
  }

  #grow(key: number, byFilter: ByFilter, more: number): void {
    const bytes = (this.#tiles.peek(key)?.bytes ?? 0) + more
    this.#tiles.set(key, { byFilter, bytes }, { size: bytes })
  }
}

/**
 * Which tiles were asked for lately, by a hash of each. The hash decides at which pair of places a tile is noted; of three that
 * fall there the first one is forgotten.
 */
class LatelyAsked {
  readonly #hashes = new Int32Array(2 * PAIRS)

  /** Notes it. Returns whether it was noted already: one of four billion other tiles has the same hash. */
  note(key: number, filterKey: number | string): boolean {
    const hash = hashOf(key, filterKey)
    const place = 2 * (hash & (PAIRS - 1))
    const last = this.#hashes[place] as number
    if (last === hash) return true
    const wasNoted = this.#hashes[place + 1] === hash
    this.#hashes[place + 1] = last
    this.#hashes[place] = hash
    return wasNoted
  }
}

const FNV_START = 0x811c9dc5
const FNV_PRIME = 0x01000193
const mixed = (hash: number, part: number) => Math.imul(hash ^ part, FNV_PRIME)

/** FNV-1a of both halves of the number and of the filter, and its upper bits mixed into the lower ones. */
function hashOf(key: number, filterKey: number | string): number {
  let hash = mixed(mixed(FNV_START, key | 0), key / 2 ** 32)
  if (typeof filterKey === 'number') hash = mixed(hash, filterKey)
  else for (let i = 0; i < filterKey.length; i++) hash = mixed(hash, filterKey.charCodeAt(i))
  return hash ^ (hash >>> 15)
}

/**
 * Bytes of the tiles asked for lately, plain and compressed. A tile is kept from the second time on that it is
 * asked for: most are asked for once, and those that stay for a while cost the collector of garbage more than it takes
 * to find and compress a tile twice. A change of the index forgets the tiles around it, one of each zoom; the others
 * stay.
 */
export class TileCache {
  readonly #index: LetterboxIndex
  /** Tiles of all letterboxes, or of one sticker: there are twice as many filters as stickers. */
  readonly #simple: KeptTiles
  /** Tiles of several stickers. */
  readonly #combined: KeptTiles
  /** Kept or not. */
  readonly #asked = new LatelyAsked()
  /** Whole answers. All are forgotten at any change, since a change is rarer than a request. */
  readonly ready = new ReadyAnswers()

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
    const key = keyOf(z, mortonOf(x, y))
    const selection = selectionOf(filter)
    const filterKey = selectionKey(selection)
    const keptTiles = selection.keys.length > 1 ? this.#combined : this.#simple
    let answer = keptTiles.find(key, filterKey)
    if (!answer) {
      const wasAsked = this.#asked.note(key, filterKey)
      answer = this.#make(z, x, y, filter, wasAsked)
      // An empty tile is answered as fast from the index, and there are too many of them.
      if (wasAsked && answer !== EMPTY_AGAIN) keptTiles.keep(key, filterKey, answer)
    }
    const { identity } = answer
    if (accepted === 'identity' || identity.body.length < COMPRESS_FROM) return identity
    return answer.compressed?.[accepted] ?? compressed(keptTiles, key, answer, accepted)
  }

  #make(z: number, x: number, y: number, filter: IndexFilter, wasAsked: boolean): TileAnswer {
    let total = 0
    const json = tileJson((target) => {
      total = this.#index.findTile(z, x, y, filter, target)
      return total
    })
    if (total === 0) return wasAsked ? EMPTY_AGAIN : EMPTY
    return new TileAnswer(wasAsked ? copiedAlone(json) : Buffer.from(json), wasAsked)
  }

  /** Forgets the tiles of all zooms that contain one of the places (Morton codes). */
  forget(places: readonly number[]): void {
    if (places.length > 0) this.ready.forget()
    if (places.length > MANY_PLACES) {
      this.clear()
      return
    }
    for (const place of places) {
      for (let z = 0; z <= MAX_TILE_ZOOM; z++) {
        const key = keyOf(z, Math.floor(place / spanOfLevel(z)))
        this.#simple.delete(key)
        this.#combined.delete(key)
      }
    }
  }

  clear(): void {
    this.ready.forget()
    this.#simple.clear()
    this.#combined.clear()
  }
}

/** Compresses the bytes of an answer, and keeps the result with it. */
function compressed(
  keptTiles: KeptTiles,
  key: number,
  answer: TileAnswer,
  encoding: 'br' | 'gzip',
): Promise<TileBytes> {
  const { identity } = answer
  const byFilter = keptTiles.answersOf(key)
  const bytes = compressors[encoding](identity.body).then((compressedBody) => {
    const { wasAsked } = identity
    const body = wasAsked ? copiedAlone(compressedBody) : compressedBody
    if (wasAsked) keptTiles.keepCompressed(key, byFilter, body)
    const etag = `${identity.etag.slice(0, -1)}-${encoding}"`
    return { body, encoding, etag, wasAsked }
  })
  answer.compressed = { ...answer.compressed, [encoding]: bytes }
  return bytes
}

/** The number of a tile among those of all zooms: those of a zoom, of which there are `4 ** z`, are in Morton order. */
function keyOf(z: number, morton: number): number {
  return 4 ** z + morton
}
