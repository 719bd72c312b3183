import {
  type Cluster,
  MAX_TILE_PINS,
  MAX_TILE_ZOOM,
  type Pin,
  type Tile,
} from '@letterlend/contract/letterboxes.ts'
import { posting as postingOf } from './letterbox-index.build.ts'
import { formatId } from './letterbox-index.ids.ts'
import { LEVELS, mortonOf, spanOfLevel } from './letterbox-index.morton.ts'
import {
  ALL,
  type IndexFilter,
  isBefore,
  kindAt,
  lowerBound,
  type Posting,
  rankAt,
  type Segment,
  type Selection,
  selectionOf,
  sumsBefore,
  UNITS_PER_DEGREE,
} from './letterbox-index.segment.ts'
import { runAtOnce } from './letterbox-index.slices.ts'
import type { Snapshot } from './letterbox-index.snapshot.ts'
import { combinedRanks } from './letterbox-index.stickers.ts'

/** A tile is divided into 2^4 x 2^4 cells. */
const CELL_LEVELS = 4
const CELLS = 4 ** CELL_LEVELS

/** The letterboxes of one segment that match a filter and lie in the tile. */
interface Range {
  segment: Segment
  posting: Posting
  /** Positions in the posting. */
  from: number
  to: number
  /** -1 for the removed ones, which are taken off the base. */
  sign: 1 | -1
}

/** Whether `z`, `x`, `y` name a web-mercator tile. */
export function isTile(z: number, x: number, y: number): boolean {
  if (!Number.isInteger(z) || z < 0 || z > MAX_TILE_ZOOM) return false
  const side = 2 ** z
  return Number.isInteger(x) && x >= 0 && x < side && Number.isInteger(y) && y >= 0 && y < side
}

/**
 * At most {@link MAX_TILE_PINS} pins, else one entry for each cell that is not empty: a pin for one
 * letterbox, a cluster at the mean of its letterboxes for more. Counts are exact. Entries come in
 * Morton order, letterboxes on one spot by id, so every process answers alike.
 * O(log n) a cell; several stickers are first put together in the tile's range. Throws a RangeError when there is no such tile.
 */
export function tileOf(
  snapshot: Snapshot,
  z: number,
  x: number,
  y: number,
  filter: IndexFilter,
): Tile {
  if (!isTile(z, x, y)) throw new RangeError(`Unexpected tile: ${z}/${x}/${y}`)
  const shift = 2 ** (LEVELS - z)
  const first = mortonOf(x * shift, y * shift)
  const ranges = rangesOf(snapshot, first, first + spanOfLevel(z), selectionOf(filter))
  let total = 0
  for (const { from, to, sign } of ranges) total += sign * (to - from)
  if (total > MAX_TILE_PINS) return { ...cellsOf(snapshot, ranges, z, first), total }
  return { letterboxes: pinsOf(snapshot, ranges), clusters: [], total }
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
    const from = lowerBound(segment, posting, first, 0, posting.size)
    const to = lowerBound(segment, posting, end, from, posting.size)
    if (to <= from) continue
    ranges.push(
      several
        ? combinedRange({ segment, posting, from, to, sign }, selection)
        : { segment, posting, from, to, sign },
    )
  }
  return ranges
}

/** Those of a range of all letterboxes that several stickers select, as a posting of their own. */
function combinedRange({ segment, from, to, sign }: Range, selection: Selection): Range {
  const ranks = combinedRanks(segment, selection, [from, to])
  const posting = runAtOnce(postingOf(segment.coordinates, ranks, ranks.length))
  return { segment, posting, from: 0, to: ranks.length, sign }
}

/** The pins of all ranges, in the order of a segment. */
function pinsOf({ base, removedRanks }: Snapshot, ranges: readonly Range[]): Pin[] {
  const found: { segment: Segment; rank: number }[] = []
  let sorted = 0
  for (const { segment, posting, from, to, sign } of ranges) {
    if (sign < 0) continue
    for (let position = from; position < to; position++) {
      const rank = rankAt(posting, position)
      if (segment !== base || !removedRanks.has(rank)) found.push({ segment, rank })
    }
    if (segment === base) sorted = found.length
  }
  if (sorted < found.length) {
    found.sort((a, b) => (isBefore(a.segment, a.rank, b.segment, b.rank) ? -1 : 1))
  }
  return found.map(({ segment, rank }) => pinAt(segment, rank))
}

function pinAt(segment: Segment, rank: number): Pin {
  return {
    id: formatId(segment.ids, rank),
    latitude: segment.coordinates[rank * 2] as number,
    longitude: segment.coordinates[rank * 2 + 1] as number,
    kind: kindAt(segment, rank),
  }
}

/** Work space, used and left again within one call: a tile is answered without a pause. */
const counts = new Int32Array(CELLS)
/** Pairs of coordinate sums, in units of 1e-7 degrees. */
const sums = new Float64Array(CELLS * 2)

function cellsOf(snapshot: Snapshot, ranges: readonly Range[], z: number, first: number) {
  counts.fill(0)
  sums.fill(0)
  const bounds = ranges.map((range) => boundsOf(range, first, spanOfLevel(z + CELL_LEVELS)))
  for (let i = 0; i < ranges.length; i++) addCells(ranges[i] as Range, bounds[i] as Uint32Array)
  const letterboxes: Pin[] = []
  const clusters: Cluster[] = []
  for (let cell = 0; cell < CELLS; cell++) {
    const count = counts[cell] as number
    if (count === 1) {
      const inCell = ranges.map((range, i) => ({
        segment: range.segment,
        posting: range.posting,
        from: bounds[i]?.[cell] as number,
        to: bounds[i]?.[cell + 1] as number,
        sign: range.sign,
      }))
      letterboxes.push(...pinsOf(snapshot, inCell))
    } else if (count > 1) {
      clusters.push({
        latitude: meanOf(sums[cell * 2] as number, count),
        longitude: meanOf(sums[cell * 2 + 1] as number, count),
        count,
      })
    }
  }
  return { letterboxes, clusters }
}

/** Positions at which the cells of a tile begin, and the end: bisection, so empty parts are free. */
function boundsOf({ segment, posting, from, to }: Range, first: number, cellSpan: number) {
  const bounds = new Uint32Array(CELLS + 1)
  bounds[0] = from
  bounds[CELLS] = to
  for (let step = CELLS; step > 1; step /= 2) {
    for (let cell = 0; cell < CELLS; cell += step) {
      const low = bounds[cell] as number
      const high = bounds[cell + step] as number
      const middle = cell + step / 2
      bounds[middle] =
        low === high ? low : lowerBound(segment, posting, first + middle * cellSpan, low, high)
    }
  }
  return bounds
}

const before = new Float64Array(2)
const after = new Float64Array(2)

/** Adds one range to the counts and sums of the cells. */
function addCells({ segment, posting, sign }: Range, bounds: Uint32Array): void {
  sumsBefore(segment, posting, bounds[0] as number, before)
  for (let cell = 0; cell < CELLS; cell++) {
    const end = bounds[cell + 1] as number
    const count = end - (bounds[cell] as number)
    if (count === 0) continue
    sumsBefore(segment, posting, end, after)
    const latitudes = (after[0] as number) - (before[0] as number)
    const longitudes = (after[1] as number) - (before[1] as number)
    counts[cell] = (counts[cell] as number) + sign * count
    sums[cell * 2] = (sums[cell * 2] as number) + sign * latitudes
    sums[cell * 2 + 1] = (sums[cell * 2 + 1] as number) + sign * longitudes
    before[0] = after[0] as number
    before[1] = after[1] as number
  }
}

/** Mean of a sum of units of 1e-7 degrees, to the unit. */
function meanOf(sum: number, count: number): number {
  return Math.round(sum / count) / UNITS_PER_DEGREE
}
