import { LETTERBOX_KINDS } from '../../letterbox-kinds.ts'
import { addToTable, compareIds, idTable, parseId } from './ids.ts'
import { columnOf, mortonOf, rowOf, SIDE } from './morton.ts'
import {
  ALL,
  blockSums,
  type IndexRow,
  KIND_MASK,
  MAX_STICKER_ID,
  MESSAGING,
  MESSAGING_FLAG,
  type Posting,
  RESELLER,
  RESELLERS,
  type Segment,
  SILENT_FLAG,
} from './segment.ts'
import { CHUNK, inChunks, runAtOnce, type Work } from './slices.ts'

/** Collects letterboxes in any order and builds a segment from them. */
export class SegmentBuilder {
  #size = 0
  #coordinates = new Float64Array(128)
  #ids = new Uint32Array(256)
  #flags = new Uint8Array(64)
  /** Stickers of all rows one after another, and the end of each row's stickers. */
  #stickers = new Uint16Array(256)
  #stickerEnds = new Uint32Array(64)
  #stickerCount = 0
  readonly #lists = new RankLists()

  /** Throws a RangeError that names the rejected value; the builder is then unchanged. */
  push(row: IndexRow): void {
    this.#check(row)
    this.#reserve(row.stickers.length)
    parseId(row.id, this.#ids, this.#size * 4)
    this.#add(row)
  }

  /**
   * Like {@link push}, but the id is given as bytes that begin at `at`. Keeps no reference to its arguments, so the
   * caller may reuse them for the next letterbox.
   */
  pushWithBytes(bytes: Buffer, at: number, row: Omit<IndexRow, 'id'>): void {
    this.#check(row)
    this.#reserve(row.stickers.length)
    for (let word = 0; word < 4; word++) {
      this.#ids[this.#size * 4 + word] = bytes.readUInt32BE(at + word * 4)
    }
    this.#add(row)
  }

  #check({ latitude, longitude, kind, stickers }: Omit<IndexRow, 'id'>): void {
    if (!(latitude >= -90 && latitude <= 90)) {
      throw new RangeError(`Unexpected latitude: ${latitude}`)
    }
    if (!(longitude >= -180 && longitude <= 180)) {
      throw new RangeError(`Unexpected longitude: ${longitude}`)
    }
    if (!LETTERBOX_KINDS.includes(kind)) throw new RangeError(`Unexpected kind: ${kind}`)
    for (const sticker of stickers) {
      if (!(Number.isInteger(sticker) && sticker >= 1 && sticker <= MAX_STICKER_ID)) {
        throw new RangeError(`Unexpected sticker: ${sticker}`)
      }
    }
  }

  /** Adds a row whose id has already been written. */
  #add({ latitude, longitude, kind, messaging, silent, stickers }: Omit<IndexRow, 'id'>): void {
    const rank = this.#size
    this.#coordinates[rank * 2] = latitude
    this.#coordinates[rank * 2 + 1] = longitude
    this.#flags[rank] =
      LETTERBOX_KINDS.indexOf(kind) | (messaging ? MESSAGING_FLAG : 0) | (silent ? SILENT_FLAG : 0)
    const first = this.#stickerCount
    for (const sticker of stickers) this.#addSticker(first, sticker, messaging)
    if (messaging) this.#lists.count(MESSAGING)
    if (kind === 'reseller') this.#lists.count(RESELLERS)
    this.#stickerEnds[rank] = this.#stickerCount
    this.#size++
  }

  /** Throws a RangeError if an id was pushed twice. */
  *build(): Work<Segment> {
    const size = this.#size
    const { order, high, low } = yield* this.#order()
    const keys = new Float64Array(size)
    const coordinates = new Float64Array(size * 2)
    const ids = new Uint32Array(size * 4)
    const flags = new Uint8Array(size)
    const slots = idTable(size)
    const rows = { coordinates: this.#coordinates, ids: this.#ids, flags: this.#flags }
    // One short loop per column: rows are scattered in memory, and the shorter the loop, the more of them the processor
    // fetches in parallel.
    yield* inChunks(size, (from, to) => {
      for (let rank = from; rank < to; rank++) {
        const row = order[rank] as number
        keys[rank] = (high[row] as number) * SIDE + (low[row] as number)
      }
      for (let rank = from; rank < to; rank++) {
        const row = order[rank] as number
        coordinates[rank * 2] = rows.coordinates[row * 2] as number
        coordinates[rank * 2 + 1] = rows.coordinates[row * 2 + 1] as number
      }
      for (let rank = from; rank < to; rank++) {
        const row = order[rank] as number
        ids[rank * 4] = rows.ids[row * 4] as number
        ids[rank * 4 + 1] = rows.ids[row * 4 + 1] as number
        ids[rank * 4 + 2] = rows.ids[row * 4 + 2] as number
        ids[rank * 4 + 3] = rows.ids[row * 4 + 3] as number
      }
      for (let rank = from; rank < to; rank++)
        flags[rank] = rows.flags[order[rank] as number] as number
      addToTable(slots, ids, from, to)
    })
    const postings = yield* this.#postings(order, coordinates, flags)
    return { size, keys, coordinates, ids, flags, postings, slots }
  }

  /** Adds a sticker unless the row has it already; the row's stickers start at `first`. */
  #addSticker(first: number, sticker: number, messaging: boolean): void {
    for (let i = first; i < this.#stickerCount; i++) if (this.#stickers[i] === sticker) return
    this.#stickers[this.#stickerCount++] = sticker
    this.#lists.count(sticker * 2)
    if (messaging) this.#lists.count(sticker * 2 + MESSAGING)
  }

  /** Ensures capacity for one more row. */
  #reserve(stickers: number): void {
    if (this.#size === this.#flags.length) {
      this.#coordinates = grown(this.#coordinates, new Float64Array(this.#coordinates.length * 2))
      this.#ids = grown(this.#ids, new Uint32Array(this.#ids.length * 2))
      this.#flags = grown(this.#flags, new Uint8Array(this.#flags.length * 2))
      this.#stickerEnds = grown(this.#stickerEnds, new Uint32Array(this.#stickerEnds.length * 2))
    }
    if (this.#stickerCount + stickers > this.#stickers.length) {
      const room = Math.max(this.#stickers.length * 2, this.#stickerCount + stickers)
      this.#stickers = grown(this.#stickers, new Uint16Array(room))
    }
  }

  /**
   * Rows in segment order: a radix sort by Morton code, ties by id. `high` and `low` are the halves of each row's code.
   */
  *#order() {
    const size = this.#size
    const high = new Uint32Array(size)
    const low = new Uint32Array(size)
    let order = new Uint32Array(size)
    yield* inChunks(size, (from, to) => {
      for (let row = from; row < to; row++) {
        order[row] = row
        const column = columnOf(this.#coordinates[row * 2 + 1] as number)
        const key = mortonOf(column, rowOf(this.#coordinates[row * 2] as number))
        high[row] = Math.floor(key / SIDE)
        low[row] = key % SIDE
      }
    })
    for (const [digits, shift] of [
      [low, 0],
      [low, 13],
      [high, 0],
      [high, 13],
    ] as const) {
      order = yield* sortedByDigit(order, digits, shift)
    }
    const ids = this.#ids
    const sorted = order
    let start = 0
    const sortEqual = (end: number) => {
      if (end - start > 1) sorted.subarray(start, end).sort((a, b) => compareIds(ids, a, ids, b))
      start = end
    }
    yield* inChunks(size, (from, to) => {
      for (let rank = Math.max(1, from); rank < to; rank++) {
        const [row, before] = [sorted[rank] as number, sorted[rank - 1] as number]
        if (low[row] !== low[before] || high[row] !== high[before]) sortEqual(rank)
      }
    })
    sortEqual(size)
    return { order, high, low }
  }

  *#postings(order: Uint32Array, coordinates: Float64Array, flags: Uint8Array) {
    const lists = this.#lists
    const stickers = this.#stickers
    const ends = this.#stickerEnds
    const bounds = new Uint32Array(Math.min(CHUNK, this.#size) * 2)
    lists.allocate()
    yield* inChunks(this.#size, (from, to) => {
      for (let rank = from; rank < to; rank++) {
        const row = order[rank] as number
        bounds[(rank - from) * 2] = row === 0 ? 0 : (ends[row - 1] as number)
        bounds[(rank - from) * 2 + 1] = ends[row] as number
      }
      for (let rank = from; rank < to; rank++) {
        const flag = flags[rank] as number
        const messaging = flag & MESSAGING_FLAG ? MESSAGING : 0
        if (messaging) lists.add(MESSAGING, rank)
        if ((flag & KIND_MASK) === RESELLER) lists.add(RESELLERS, rank)
        const end = bounds[(rank - from) * 2 + 1] as number
        for (let i = bounds[(rank - from) * 2] as number; i < end; i++) {
          const sticker = stickers[i] as number
          lists.add(sticker * 2, rank)
          if (messaging) lists.add(sticker * 2 + MESSAGING, rank)
        }
      }
    })
    const postings = new Map<number, Posting>()
    postings.set(ALL, yield* posting(coordinates, null, this.#size))
    for (const [key, ranks] of lists.entries()) {
      postings.set(key, yield* posting(coordinates, ranks, ranks.length))
    }
    return postings
  }
}

export function buildSegment(rows: Iterable<IndexRow>): Segment {
  const builder = new SegmentBuilder()
  for (const row of rows) builder.push(row)
  return runAtOnce(builder.build())
}

export function* posting(
  coordinates: Float64Array,
  ranks: Uint32Array | null,
  size: number,
): Work<Posting> {
  return { ranks, size, sums: yield* blockSums(coordinates, ranks, size) }
}

/** Lists of ranks by posting key: counted while rows come in, filled once their order is known. */
class RankLists {
  /** Indexed by posting key + 1, because the lowest key is -1. */
  #counts = new Uint32Array(256)
  #ends = new Uint32Array(0)
  #ranks = new Uint32Array(0)

  count(key: number): void {
    const place = key + 1
    if (place >= this.#counts.length) {
      this.#counts = grown(this.#counts, new Uint32Array((place + 1) * 2))
    }
    this.#counts[place] = (this.#counts[place] as number) + 1
  }

  /** Allocates one array for all lists: separate arrays would cost a look-up per entry. */
  allocate(): void {
    this.#ends = new Uint32Array(this.#counts.length)
    let size = 0
    for (const [place, count] of this.#counts.entries()) {
      this.#ends[place] = size
      size += count
    }
    this.#ranks = new Uint32Array(size)
  }

  add(key: number, rank: number): void {
    const end = this.#ends[key + 1] as number
    this.#ranks[end] = rank
    this.#ends[key + 1] = end + 1
  }

  *entries(): Generator<[number, Uint32Array]> {
    for (const [place, count] of this.#counts.entries()) {
      const end = this.#ends[place] as number
      if (count > 0) yield [place - 1, this.#ranks.subarray(end - count, end)]
    }
  }
}

/** One stable counting pass over 13 bits (Knuth, The Art of Computer Programming 3, 5.2.5). */
function* sortedByDigit(
  order: Uint32Array<ArrayBuffer>,
  digits: Uint32Array,
  shift: number,
): Work<Uint32Array<ArrayBuffer>> {
  const size = order.length
  const starts = new Uint32Array(2 ** 13 + 1)
  yield* inChunks(size, (from, to) => {
    for (let i = from; i < to; i++) {
      const next = (((digits[i] as number) >>> shift) & 0x1fff) + 1
      starts[next] = (starts[next] as number) + 1
    }
  })
  if (starts.includes(size)) return order
  for (let i = 1; i < starts.length; i++) {
    starts[i] = (starts[i] as number) + (starts[i - 1] as number)
  }
  const sorted = new Uint32Array(size)
  yield* inChunks(size, (from, to) => {
    for (let i = from; i < to; i++) {
      const row = order[i] as number
      const digit = ((digits[row] as number) >>> shift) & 0x1fff
      const target = starts[digit] as number
      sorted[target] = row
      starts[digit] = target + 1
    }
  })
  return sorted
}

function grown<T extends Float64Array | Uint32Array | Uint16Array | Uint8Array>(old: T, fresh: T) {
  fresh.set(old)
  return fresh
}
