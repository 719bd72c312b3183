import { type Cluster, MAX_TILE_PINS, MAX_TILE_ZOOM, type Pin, type Tile } from '../../contract.ts'
import { posting as postingOf } from './build.ts'
import { formatId } from './ids.ts'
import { mortonOf, spanOfLevel } from './morton.ts'
import {
  ALL,
  bisect,
  type IndexFilter,
  isBefore,
  isSilentAt,
  kindAt,
  type Letterboxes,
  type Posting,
  rankAt,
  type Segment,
  type Selection,
  seek,
  selectionOf,
  sumsBefore,
  UNITS_PER_DEGREE,
} from './segment.ts'
import { runAtOnce } from './slices.ts'
import type { Snapshot } from './snapshot.ts'
import { combinedRanks } from './stickers.ts'

/** A tile is divided into 2^4 x 2^4 cells. */
const CELL_LEVELS = 4
const CELLS = 4 ** CELL_LEVELS
/** Up to this many letterboxes, reading all their codes is faster than bisecting per cell. */
const FEW = 8 * CELLS
/** The same limit for a list of ranks, whose letterboxes are scattered in memory. */
const FEW_OF_LIST = 4 * CELLS

/** The letterboxes of one segment that match a filter and lie in the tile. */
interface Range {
  segment: Segment
  posting: Posting
  /** Ranks of all letterboxes in the tile. */
  firstRank: number
  endRank: number
  /** Positions in the posting. */
  from: number
  to: number
  /** -1 for removed letterboxes, which are subtracted from the base. */
  sign: 1 | -1
}

/** Whether `z`, `x`, `y` name a web-mercator tile. */
export function isTile(z: number, x: number, y: number): boolean {
  if (!Number.isInteger(z) || z < 0 || z > MAX_TILE_ZOOM) return false
  const side = 2 ** z
  return Number.isInteger(x) && x >= 0 && x < side && Number.isInteger(y) && y >= 0 && y < side
}

/** Receives the contents of a tile: first all pins, then all clusters. */
export interface TileTarget {
  /** @param isTaken only with `withTaken` of the filter */
  pin(letterboxes: Letterboxes, rank: number, isTaken?: boolean): void
  cluster(latitude: number, longitude: number, count: number): void
}

/**
 * Emits at most {@link MAX_TILE_PINS} pins, or else one entry per non-empty cell: a pin for one letterbox, a cluster at
 * the mean position for more. Counts are exact. Entries come in Morton order, letterboxes on one spot by id, so all
 * processes answer alike. O(log n) per cell; several stickers are first combined within the tile's range. Throws a
 * RangeError if the tile does not exist.
 * @returns the number of letterboxes
 */
export function findTile(
  snapshot: Snapshot,
  z: number,
  x: number,
  y: number,
  filter: IndexFilter,
  target: TileTarget,
): number {
  if (!isTile(z, x, y)) throw new RangeError(`Unexpected tile: ${z}/${x}/${y}`)
  const span = spanOfLevel(z)
  const first = mortonOf(x, y) * span
  const ranges = rangesOf(snapshot, first, first + span, selectionOf(filter))
  let total = 0
  for (const { from, to, sign } of ranges) total += sign * (to - from)
  if (total > MAX_TILE_PINS) findCells(snapshot, ranges, z, first, target)
  else findPins(snapshot, ranges, target)
  return total
}

/** Returns the result of {@link findTile} as objects. */
export function tileOf(find: (target: TileTarget) => number): Tile {
  const letterboxes: Pin[] = []
  const clusters: Cluster[] = []
  const total = find({
    pin: (segment, rank, isTaken) => letterboxes.push(pinAt(segment, rank, isTaken)),
    cluster: (latitude, longitude, count) => clusters.push({ latitude, longitude, count }),
  })
  return { letterboxes, clusters, total }
}

function rangesOf(snapshot: Snapshot, first: number, end: number, selection: Selection): Range[] {
  const several = selection.keys.length > 1
  const key = several ? ALL : (selection.keys[0] as number)
  const ranges: Range[] = []
  for (const { segment, sign } of [
    { segment: snapshot.base, sign: 1 },
    { segment: snapshot.added, sign: 1 },
    { segment: snapshot.removed, sign: -1 },
  ] as const) {
    const posting = segment.postings.get(key)
    if (!posting) continue
    const firstRank = bisect(segment.keys, first, 0, segment.size)
    const endRank = seek(segment.keys, end, firstRank)
    const selected = several ? combinedPosting(segment, selection, firstRank, endRank) : posting
    const from =
      selected.ranks === null ? firstRank : bisect(selected.ranks, firstRank, 0, selected.size)
    const to = selected.ranks === null ? endRank : seek(selected.ranks, endRank, from)
    if (to > from) ranges.push({ segment, posting: selected, firstRank, endRank, from, to, sign })
  }
  return ranges
}

/** The letterboxes in a range of ranks that several stickers select together, as a separate posting. */
function combinedPosting(segment: Segment, selection: Selection, from: number, to: number) {
  const ranks = combinedRanks(segment, selection, to > from ? [from, to] : [])
  return runAtOnce(postingOf(segment.coordinates, ranks, ranks.length))
}

/** Emits the pins of all ranges, in segment order. */
function findPins(
  { base, removedRanks }: Snapshot,
  ranges: readonly Range[],
  target: TileTarget,
): void {
  const [only] = ranges
  if (only?.segment === base && ranges.length === 1) {
    // The tile has not changed since the base was built, so it is already in order.
    for (let position = only.from; position < only.to; position++) {
      target.pin(base, rankAt(only.posting, position))
    }
    return
  }
  const places: { segment: Segment; rank: number }[] = []
  for (const { segment, posting, from, to, sign } of ranges) {
    if (sign < 0) continue
    for (let position = from; position < to; position++) {
      const rank = rankAt(posting, position)
      if (segment !== base || !removedRanks.has(rank)) places.push({ segment, rank })
    }
  }
  places.sort((a, b) => (isBefore(a.segment, a.rank, b.segment, b.rank) ? -1 : 1))
  for (const { segment, rank } of places) target.pin(segment, rank)
}

function pinAt(letterboxes: Letterboxes, rank: number, isTaken = false): Pin {
  const pin: Pin = {
    id: formatId(letterboxes.ids, rank),
    latitude: letterboxes.coordinates[rank * 2] as number,
    longitude: letterboxes.coordinates[rank * 2 + 1] as number,
    kind: kindAt(letterboxes, rank),
  }
  if (isSilentAt(letterboxes, rank)) pin.silent = true
  if (isTaken) pin.taken = true
  return pin
}

/** Buffers shared by all calls; safe because a tile is computed synchronously. */
const counts = new Int32Array(CELLS)
/** Pairs of coordinate sums, in units of 1e-7 degrees. */
const sums = new Float64Array(CELLS * 2)
const before = new Float64Array(2)
const after = new Float64Array(2)
/** Cell boundaries in each range; a snapshot has at most three ranges. */
const rangeBounds = [0, 1, 2].map(() => new Uint32Array(CELLS + 1))
/** Cell boundaries among all letterboxes, used while a list is divided. */
const allBounds = new Uint32Array(CELLS + 1)

function findCells(
  snapshot: Snapshot,
  ranges: readonly Range[],
  z: number,
  first: number,
  target: TileTarget,
): void {
  counts.fill(0)
  sums.fill(0)
  const cellSpan = spanOfLevel(z + CELL_LEVELS)
  for (const [i, range] of ranges.entries()) {
    const bounds = rangeBounds[i] as Uint32Array
    bounds[0] = range.from
    bounds[CELLS] = range.to
    const mostForReading = range.posting.ranks === null ? FEW : FEW_OF_LIST
    if (range.to - range.from <= mostForReading) addFew(range, first, cellSpan, bounds)
    else addMany(range, first, cellSpan, bounds)
  }
  for (let cell = 0; cell < CELLS; cell++) {
    if (counts[cell] === 1) findOnlyPin(snapshot, ranges, cell, target)
  }
  for (let cell = 0; cell < CELLS; cell++) {
    const count = counts[cell] as number
    if (count < 2) continue
    const latitude = meanOf(sums[cell * 2] as number, count)
    target.cluster(latitude, meanOf(sums[cell * 2 + 1] as number, count), count)
  }
}

/** Emits the pin of a cell with exactly one letterbox. */
function findOnlyPin(
  { base, removedRanks }: Snapshot,
  ranges: readonly Range[],
  cell: number,
  target: TileTarget,
): void {
  for (const [i, { segment, posting, sign }] of ranges.entries()) {
    if (sign < 0) continue
    const bounds = rangeBounds[i] as Uint32Array
    for (
      let position = bounds[cell] as number;
      position < (bounds[cell + 1] as number);
      position++
    ) {
      const rank = rankAt(posting, position)
      if (segment !== base || !removedRanks.has(rank)) {
        target.pin(segment, rank)
        return
      }
    }
  }
  throw new Error(`Unexpected cell without a letterbox: ${cell}`)
}

/**
 * Adds a range to the counts and sums of the cells and records the cell boundaries. Visits every letterbox in memory
 * order.
 */
function addFew(range: Range, first: number, cellSpan: number, bounds: Uint32Array): void {
  const { keys, coordinates } = range.segment
  const { ranks } = range.posting
  let cell = 0
  let latitudes = 0
  let longitudes = 0
  for (let position = range.from; position < range.to; position++) {
    const rank = ranks === null ? position : (ranks[position] as number)
    const cellOfRank = (((keys[rank] as number) - first) / cellSpan) | 0
    if (cellOfRank > cell) {
      addToCell(cell, range.sign, position - (bounds[cell] as number), latitudes, longitudes)
      latitudes = 0
      longitudes = 0
      while (cell < cellOfRank) bounds[++cell] = position
    }
    latitudes += Math.round((coordinates[rank * 2] as number) * UNITS_PER_DEGREE)
    longitudes += Math.round((coordinates[rank * 2 + 1] as number) * UNITS_PER_DEGREE)
  }
  addToCell(cell, range.sign, range.to - (bounds[cell] as number), latitudes, longitudes)
  bounds.fill(range.to, cell + 1)
}

/** Like {@link addFew}, in O(log n) per cell. */
function addMany(range: Range, first: number, cellSpan: number, bounds: Uint32Array): void {
  bisectBounds(range, first, cellSpan, bounds)
  sumsBefore(range.segment, range.posting, range.from, before)
  for (let cell = 0; cell < CELLS; cell++) {
    const count = (bounds[cell + 1] as number) - (bounds[cell] as number)
    if (count === 0) continue
    sumsBefore(range.segment, range.posting, bounds[cell + 1] as number, after)
    const latitudes = (after[0] as number) - (before[0] as number)
    addToCell(cell, range.sign, count, latitudes, (after[1] as number) - (before[1] as number))
    before.set(after)
  }
}

function addToCell(
  cell: number,
  sign: number,
  count: number,
  latitudes: number,
  longitudes: number,
): void {
  counts[cell] = (counts[cell] as number) + sign * count
  sums[cell * 2] = (sums[cell * 2] as number) + sign * latitudes
  sums[cell * 2 + 1] = (sums[cell * 2 + 1] as number) + sign * longitudes
}

/**
 * Bisects into halves, quarters and so on, so that empty parts cost nothing. In a list, boundaries are found by rank,
 * because reading the code of each rank would take longer.
 */
function bisectBounds(range: Range, first: number, cellSpan: number, bounds: Uint32Array): void {
  const { keys } = range.segment
  const { ranks } = range.posting
  const rankBounds = ranks === null ? bounds : allBounds
  rankBounds[0] = range.firstRank
  rankBounds[CELLS] = range.endRank
  for (let step = CELLS; step > 1; step /= 2) {
    for (let cell = 0; cell < CELLS; cell += step) {
      const middle = cell + step / 2
      const low = rankBounds[cell] as number
      const high = rankBounds[cell + step] as number
      rankBounds[middle] = low === high ? low : bisect(keys, first + middle * cellSpan, low, high)
    }
  }
  if (ranks === null) return
  for (let cell = 1; cell < CELLS; cell++) {
    bounds[cell] = seek(ranks, rankBounds[cell] as number, bounds[cell - 1] as number)
  }
}

/** Mean of a sum in units of 1e-7 degrees, rounded to one unit. */
function meanOf(sum: number, count: number): number {
  return Math.round(sum / count) / UNITS_PER_DEGREE
}
