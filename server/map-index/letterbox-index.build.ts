import { LETTERBOX_KINDS } from '@letterlend/contract/letterbox-kinds.ts'
import { addToTable, compareIds, idTable, parseId } from './letterbox-index.ids.ts'
import { columnOf, mortonOf, rowOf, SIDE } from './letterbox-index.morton.ts'
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
} from './letterbox-index.segment.ts'
import { inChunks, runAtOnce, type Work } from './letterbox-index.slices.ts'

/** Takes letterboxes in any order and builds a segment of them. */
export class SegmentBuilder {
  #size = 0
  #coordinates = new Float64Array(128)
  #ids = new Uint32Array(256)
  #flags = new Uint8Array(64)
  /** Stickers of all rows one after the other, and where those of each row end. */
  #stickers = new Uint16Array(256)
  #stickerEnds = new Uint32Array(64)
  #stickerCount = 0
  readonly #lists = new RankLists()

  /** Throws a RangeError that names the value it refuses; the builder is then unchanged. */
  push(row: IndexRow): void {
    const kind = LETTERBOX_KINDS.indexOf(row.kind)
    if (!(row.latitude >= -90 && row.latitude <= 90)) {
      throw new RangeError(`Unexpected latitude: ${row.latitude}`)
    }
    if (!(row.longitude >= -180 && row.longitude <= 180)) {
      throw new RangeError(`Unexpected longitude: ${row.longitude}`)
    }
    if (kind < 0) throw new RangeError(`Unexpected kind: ${row.kind}`)
    for (const sticker of row.stickers) {
      if (!(Number.isInteger(sticker) && sticker >= 1 && sticker <= MAX_STICKER_ID)) {
        throw new RangeError(`Unexpected sticker: ${sticker}`)
      }
    }
    this.#reserve(row.stickers.length)
    const rank = this.#size
    parseId(row.id, this.#ids, rank * 4)
    this.#coordinates[rank * 2] = row.latitude
    this.#coordinates[rank * 2 + 1] = row.longitude
    this.#flags[rank] = kind | (row.messaging ? MESSAGING_FLAG : 0)
    const first = this.#stickerCount
    for (const sticker of row.stickers) this.#addSticker(first, sticker, row.messaging)
    if (row.messaging) this.#lists.count(MESSAGING)
    if (kind === RESELLER) this.#lists.count(RESELLERS)
    this.#stickerEnds[rank] = this.#stickerCount
    this.#size++
  }

  /** Throws a RangeError when an id was pushed twice. */
  *build(): Work<Segment> {
    const size = this.#size
    const { order, high, low } = yield* this.#order()
    const keys = new Float64Array(size)
    const coordinates = new Float64Array(size * 2)
    const ids = new Uint32Array(size * 4)
    const flags = new Uint8Array(size)
    const slots = idTable(size)
    yield* inChunks(size, (from, to) => {
      for (let rank = from; rank < to; rank++) {
        const row = order[rank] as number
        keys[rank] = (high[row] as number) * SIDE + (low[row] as number)
        coordinates[rank * 2] = this.#coordinates[row * 2] as number
        coordinates[rank * 2 + 1] = this.#coordinates[row * 2 + 1] as number
        for (let word = 0; word < 4; word++) {
          ids[rank * 4 + word] = this.#ids[row * 4 + word] as number
        }
        flags[rank] = this.#flags[row] as number
      }
      addToTable(slots, ids, from, to)
    })
    const postings = yield* this.#postings(order, coordinates, flags)
    return { size, keys, coordinates, ids, flags, postings, slots }
  }

  /** Adds a sticker unless it is among those of the same row, which start at `first`. */
  #addSticker(first: number, sticker: number, messaging: boolean): void {
    for (let i = first; i < this.#stickerCount; i++) if (this.#stickers[i] === sticker) return
    this.#stickers[this.#stickerCount++] = sticker
    this.#lists.count(sticker * 2)
    if (messaging) this.#lists.count(sticker * 2 + MESSAGING)
  }

  /** Makes room for one more row. */
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
   * Rows in the order of the segment: a radix sort by Morton code, then equal codes by id.
   * `high` and `low` are the halves of each row's code.
   */
  *#order() {
    const size = this.#size
    const high = new Uint32Array(size)
    const low = new Uint32Array(size)
    yield* inChunks(size, (from, to) => {
      for (let row = from; row < to; row++) {
        const column = columnOf(this.#coordinates[row * 2 + 1] as number)
        const key = mortonOf(column, rowOf(this.#coordinates[row * 2] as number))
        high[row] = Math.floor(key / SIDE)
        low[row] = key % SIDE
      }
    })
    let order = new Uint32Array(size)
    for (let row = 0; row < size; row++) order[row] = row
    for (const [digits, shift] of [
      [low, 0],
      [low, 13],
      [high, 0],
      [high, 13],
    ] as const) {
      order = yield* sortedByDigit(order, digits, shift)
    }
    const ids = this.#ids
    for (let from = 0, to = 1; from < size; from = to++) {
      const row = order[from] as number
      while (to < size && sameKey(row, order[to] as number)) to++
      if (to - from > 1) order.subarray(from, to).sort((a, b) => compareIds(ids, a, ids, b))
    }
    return { order, high, low }

    function sameKey(a: number, b: number): boolean {
      return high[a] === high[b] && low[a] === low[b]
    }
  }

  *#postings(order: Uint32Array, coordinates: Float64Array, flags: Uint8Array) {
    const lists = this.#lists
    lists.allocate()
    yield* inChunks(this.#size, (from, to) => {
      for (let rank = from; rank < to; rank++) {
        const row = order[rank] as number
        const flag = flags[rank] as number
        const messaging = (flag & MESSAGING_FLAG) !== 0
        if (messaging) lists.add(MESSAGING, rank)
        if ((flag & KIND_MASK) === RESELLER) lists.add(RESELLERS, rank)
        const end = this.#stickerEnds[row] as number
        for (let i = row === 0 ? 0 : (this.#stickerEnds[row - 1] as number); i < end; i++) {
          const sticker = this.#stickers[i] as number
          lists.add(sticker * 2, rank)
          if (messaging) lists.add(sticker * 2 + MESSAGING, rank)
        }
      }
    })
    const postings = new Map<number, Posting>([[ALL, posting(coordinates, null, this.#size)]])
    for (const [key, ranks] of lists.entries()) {
      postings.set(key, posting(coordinates, ranks, ranks.length))
      yield
    }
    return postings
  }
}

export function buildSegment(rows: Iterable<IndexRow>): Segment {
  const builder = new SegmentBuilder()
  for (const row of rows) builder.push(row)
  return runAtOnce(builder.build())
}

export function posting(coordinates: Float64Array, ranks: Uint32Array | null, size: number) {
  return { ranks, size, sums: blockSums(coordinates, ranks, size) }
}

/** Lists of ranks by posting key: counted while rows come in, filled when their order is known. */
class RankLists {
  /** All three by posting key + 1, because the lowest key is -1. */
  #counts = new Uint32Array(256)
  #filled = new Uint32Array(0)
  #lists: (Uint32Array | undefined)[] = []

  count(key: number): void {
    const place = key + 1
    if (place >= this.#counts.length) {
      this.#counts = grown(this.#counts, new Uint32Array((place + 1) * 2))
    }
    this.#counts[place] = (this.#counts[place] as number) + 1
  }

  allocate(): void {
    this.#filled = new Uint32Array(this.#counts.length)
    this.#lists = []
    for (const count of this.#counts) {
      this.#lists.push(count === 0 ? undefined : new Uint32Array(count))
    }
  }

  add(key: number, rank: number): void {
    const place = key + 1
    const end = this.#filled[place] as number
    ;(this.#lists[place] as Uint32Array)[end] = rank
    this.#filled[place] = end + 1
  }

  *entries(): Generator<[number, Uint32Array]> {
    for (const [place, ranks] of this.#lists.entries()) if (ranks) yield [place - 1, ranks]
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
  for (let i = 0; i < size; i++) {
    const next = (((digits[i] as number) >>> shift) & 0x1fff) + 1
    starts[next] = (starts[next] as number) + 1
  }
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
