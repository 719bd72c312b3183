import type { StickerMatch } from '#features/places/items/contract.ts'
import { LETTERBOX_KINDS, type LetterboxKind } from '../../letterbox-kinds.ts'
import type { FreeDays } from './free-days.ts'
import { compareIds, findRank, parseId } from './ids.ts'
import { inChunks, type Work } from './slices.ts'

/** A public letterbox as input of the index. */
export interface IndexRow {
  id: string
  /** WGS 84, decimal degrees. */
  latitude: number
  longitude: number
  kind: LetterboxKind
  /** The owner accepts messages; also possible for resellers and supporters. */
  messaging: boolean
  /** The owner has not answered two requests for a sign of life; the map draws the letterbox faded. */
  silent: boolean
  /** Item ids, 1 to 32767. */
  stickers: readonly number[]
}

export interface IndexFilter {
  /** 0 or undefined: any. */
  stickerId?: number | undefined
  /** Several stickers; `stickerId` is added to them. */
  stickerIds?: readonly number[] | undefined
  /** Whether a letterbox must have one of several stickers or all of them; `any` by default. */
  match?: StickerMatch | undefined
  messagingOnly?: boolean | undefined
  /** Counts only stickers that are free on these days, and leaves out letterboxes whose stickers are all taken. */
  free?: FreeDays | undefined
  /** Keeps what is taken on the days, and marks it. */
  withTaken?: boolean | undefined
  /** Only resellers; cannot be combined with the other filters. */
  resellersOnly?: boolean | undefined
}

/**
 * Ascending ranks of the letterboxes that match one filter; `null` means all of them. `sums` holds pairs of latitude
 * and longitude sums over the first 0, 8, 16 ... entries, in integers of 1e-7 degrees: exact up to five million
 * letterboxes, in any order.
 */
export interface Posting {
  ranks: Uint32Array | null
  size: number
  sums: Float64Array
}

/** Letterboxes sorted by Morton code, then id. Immutable once built. */
export interface Segment {
  size: number
  /** Morton codes, ascending. */
  keys: Float64Array
  /** Pairs of latitude and longitude, stored side by side for the processor's cache. */
  coordinates: Float64Array
  /** Four big-endian words per UUID: comparing words compares ids. */
  ids: Uint32Array
  /** Number of the kind, {@link MESSAGING_FLAG} and {@link SILENT_FLAG}. */
  flags: Uint8Array
  /** Keyed by posting: {@link ALL}, {@link MESSAGING} and so on. */
  postings: ReadonlyMap<number, Posting>
  /** Open-addressed hash table from id to rank + 1. */
  slots: Uint32Array
}

/** The columns that pins need. */
export type Letterboxes = Pick<Segment, 'ids' | 'coordinates' | 'flags'>

export const MESSAGING_FLAG = 8
export const SILENT_FLAG = 16
export const KIND_MASK = 7
export const RESELLER = LETTERBOX_KINDS.indexOf('reseller')

/** Posting of all letterboxes. */
export const ALL = 0
/**
 * Posting of all letterboxes that accept messages. Sticker s has posting 2s, and 2s + 1 for those that accept messages.
 */
export const MESSAGING = 1
export const RESELLERS = -1
export const MAX_STICKER_ID = 32767

/** Coordinates are summed as integers of this fraction of a degree (11 mm). */
export const UNITS_PER_DEGREE = 1e7
/** Entries between two stored sums: costs two bytes per entry, and at most seven additions per look-up. */
export const BLOCK = 8

/** The postings that a filter selects: one, or several combined. */
export interface Selection {
  /** Ascending, without duplicates, at least one. */
  keys: readonly number[]
  match: StickerMatch
}

export function selectionOf(filter: IndexFilter): Selection {
  const { stickerIds = [], stickerId } = filter
  const isNamed = stickerId !== undefined && stickerId !== 0
  const named = isNamed ? [...stickerIds, stickerId] : stickerIds
  const stickers = named.length > 1 ? [...new Set(named)].sort((a, b) => a - b) : named
  for (const sticker of stickers) {
    if (!Number.isInteger(sticker) || sticker < 1) {
      throw new RangeError(`Unexpected stickerId: ${sticker}`)
    }
  }
  if (filter.resellersOnly) {
    if (stickers.length > 0 || filter.messagingOnly) {
      throw new RangeError('Unexpected filter: resellersOnly stands alone')
    }
    return { keys: [RESELLERS], match: 'any' }
  }
  const messaging = filter.messagingOnly ? MESSAGING : ALL
  if (stickers.length === 0) return { keys: [messaging], match: 'any' }
  const keys = stickers.map((sticker) => sticker * 2 + messaging)
  return { keys, match: keys.length === 1 ? 'any' : (filter.match ?? 'any') }
}

/** A key that is equal for filters that select the same letterboxes. */
export function selectionKey({ keys, match }: Selection): number | string {
  return keys.length === 1 ? (keys[0] as number) : `${match} ${keys}`
}

/** First position in `from..to` of a posting whose letterbox has a code of at least `key`. */
export function lowerBound(
  segment: Segment,
  posting: Posting,
  key: number,
  from: number,
  to: number,
): number {
  const { keys } = segment
  const { ranks } = posting
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    const rank = ranks === null ? middle : (ranks[middle] as number)
    if ((keys[rank] as number) < key) low = middle + 1
    else high = middle
  }
  return low
}

/** First position in `from..to` of an ascending array whose value is at least `value`. */
export function bisect(
  values: Uint32Array | Float64Array,
  value: number,
  from: number,
  to: number,
): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((values[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Like {@link bisect}, starting at a position; faster if the result is near. Gallops, then bisects. */
export function seek(values: Uint32Array | Float64Array, value: number, from: number): number {
  let low = from
  let high = from
  for (let step = 1; high < values.length && (values[high] as number) < value; step *= 2) {
    low = high + 1
    high += step
  }
  return bisect(values, value, low, Math.min(high, values.length))
}

/**
 * Writes the sums of latitudes and longitudes before a position, in units of 1e-7 degrees: uses the nearest stored sums
 * and adds the few entries in between.
 */
export function sumsBefore(
  { coordinates }: Segment,
  { ranks, sums, size }: Posting,
  position: number,
  target: Float64Array,
): void {
  const block = Math.min(Math.round(position / BLOCK), Math.floor(size / BLOCK))
  const stored = block * BLOCK
  const sign = stored < position ? 1 : -1
  let latitudes = 0
  let longitudes = 0
  for (let at = Math.min(stored, position); at < Math.max(stored, position); at++) {
    const rank = ranks === null ? at : (ranks[at] as number)
    latitudes += Math.round((coordinates[rank * 2] as number) * UNITS_PER_DEGREE)
    longitudes += Math.round((coordinates[rank * 2 + 1] as number) * UNITS_PER_DEGREE)
  }
  target[0] = (sums[block * 2] as number) + sign * latitudes
  target[1] = (sums[block * 2 + 1] as number) + sign * longitudes
}

/** Stored sums of a posting; see {@link Posting}. */
export function* blockSums(
  coordinates: Float64Array,
  ranks: Uint32Array | null,
  size: number,
): Work<Float64Array> {
  const sums = new Float64Array((Math.floor(size / BLOCK) + 1) * 2)
  const before = new Float64Array(2)
  yield* inChunks(size, (from, to) => {
    let latitudes = before[0] as number
    let longitudes = before[1] as number
    for (let p = from; p < to; p++) {
      const rank = ranks === null ? p : (ranks[p] as number)
      latitudes += Math.round((coordinates[rank * 2] as number) * UNITS_PER_DEGREE)
      longitudes += Math.round((coordinates[rank * 2 + 1] as number) * UNITS_PER_DEGREE)
      if (p % BLOCK === BLOCK - 1) {
        sums[((p + 1) / BLOCK) * 2] = latitudes
        sums[((p + 1) / BLOCK) * 2 + 1] = longitudes
      }
    }
    before[0] = latitudes
    before[1] = longitudes
  })
  return sums
}

/** The order of a segment: Morton code, then id. */
export function isBefore(a: Segment, rankA: number, b: Segment, rankB: number): boolean {
  const difference = (a.keys[rankA] as number) - (b.keys[rankB] as number)
  return difference < 0 || (difference === 0 && compareIds(a.ids, rankA, b.ids, rankB) < 0)
}

export function rankAt(posting: Posting, position: number): number {
  return posting.ranks === null ? position : (posting.ranks[position] as number)
}

/** Rank of a letterbox, or -1. Throws a RangeError if the id is not a UUID. */
export function rankOf({ slots, ids }: Segment, id: string): number {
  const words = new Uint32Array(4)
  parseId(id, words, 0)
  return findRank(slots, ids, words)
}

export function kindAt(segment: Pick<Segment, 'flags'>, rank: number): LetterboxKind {
  return LETTERBOX_KINDS[(segment.flags[rank] as number) & KIND_MASK] as LetterboxKind
}

export function isSilentAt(segment: Pick<Segment, 'flags'>, rank: number): boolean {
  return ((segment.flags[rank] as number) & SILENT_FLAG) !== 0
}

/** The row that a letterbox was built from; stickers ascending. */
export function rowAt(segment: Segment, rank: number, id: string): IndexRow {
  const stickers: number[] = []
  for (const [key, posting] of segment.postings) {
    if (key > MESSAGING && key % 2 === 0 && hasRank(posting, rank)) stickers.push(key / 2)
  }
  return {
    id,
    latitude: segment.coordinates[rank * 2] as number,
    longitude: segment.coordinates[rank * 2 + 1] as number,
    kind: kindAt(segment, rank),
    messaging: ((segment.flags[rank] as number) & MESSAGING_FLAG) !== 0,
    silent: isSilentAt(segment, rank),
    stickers: stickers.sort((a, b) => a - b),
  }
}

const rowsOfSegments = new WeakMap<Segment, Map<number, IndexRow>>()

/** Like {@link rowAt}, which looks at each sticker's list, but only once for each letterbox of the segment. */
export function rememberedRow(segment: Segment, rank: number, id: string): IndexRow {
  const rows = rowsOfSegments.get(segment) ?? new Map<number, IndexRow>()
  rowsOfSegments.set(segment, rows)
  const row = rows.get(rank) ?? rowAt(segment, rank, id)
  rows.set(rank, row)
  return row
}

function hasRank({ ranks, size }: Posting, rank: number): boolean {
  if (ranks === null) return rank < size
  return ranks[bisect(ranks, rank, 0, size)] === rank
}
