import { type Box, distanceInMetres, type Position } from '#platform/shared/geography.ts'
import {
  type Cell,
  type Cover,
  centreOf,
  childrenOf,
  countInBox,
  coverOf,
  isLeaf,
  rangesInBox,
  worldCell,
} from './letterbox-index.boxes.ts'
import { formatId } from './letterbox-index.ids.ts'
import { LEVELS, latitudeOfRow, longitudeOfColumn } from './letterbox-index.morton.ts'
import { NearestQueue } from './letterbox-index.queue.ts'
import {
  ALL,
  type IndexFilter,
  type Posting,
  rankAt,
  type Segment,
  type Selection,
  selectionOf,
} from './letterbox-index.segment.ts'
import type { Snapshot } from './letterbox-index.snapshot.ts'
import { combinedRanks } from './letterbox-index.stickers.ts'

export interface NearestQuery extends IndexFilter {
  box: Box
  /** Where distances are measured from; the middle of the box by default. */
  from?: Position | undefined
  limit: number
  /** How many of the nearest are left out; 0 by default. O((offset + limit) log n). */
  offset?: number | undefined
}

export interface Nearest {
  /** Nearest first, equal distances by id; `distance` in metres. */
  letterboxes: { id: string; distance: number }[]
  /** How many are in the box and match, also before the offset and past the limit. */
  total: number
}

/**
 * The letterboxes of a box nearest to a position, exactly: best-first search over the quadtree
 * that the Morton order implies (Hjaltason and Samet, Distance Browsing in Spatial Databases,
 * 1999), with great-circle distances to cells as in geokdbush. Throws a RangeError on a position,
 * box, limit or offset that makes no sense.
 */
export function nearestIn(snapshot: Snapshot, query: NearestQuery): Nearest {
  const from = query.from ?? centreOf(query.box)
  if (!(Math.abs(from.latitude) <= 90)) {
    throw new RangeError(`Unexpected latitude: ${from.latitude}`)
  }
  if (!(Math.abs(from.longitude) <= 180)) {
    throw new RangeError(`Unexpected longitude: ${from.longitude}`)
  }
  if (!Number.isInteger(query.limit) || query.limit < 0) {
    throw new RangeError(`Unexpected limit: ${query.limit}`)
  }
  const offset = query.offset ?? 0
  if (!Number.isInteger(offset) || offset < 0) {
    throw new RangeError(`Unexpected offset: ${offset}`)
  }
  const cover = coverOf(query.box)
  const selection = selectionOf(query)
  const queue = new NearestQueue()
  let total = 0
  for (const segment of [snapshot.base, snapshot.added]) {
    const { posting, count } = selectInBox(segment, selection, cover)
    if (count === 0) continue
    total += count
    queue.push({ metres: 0, segment, posting, cell: worldCell(posting) })
  }
  total -= selectInBox(snapshot.removed, selection, cover).count
  // Past the last one there is nothing to look for.
  const end = Math.min(offset + query.limit, total)
  return { letterboxes: takeNearest(snapshot, queue, cover, from, offset, end), total }
}

const NO_SUMS = new Float64Array(0)

/** A posting with at least the selected letterboxes in the box, and how many of them are in it. */
function selectInBox(
  segment: Segment,
  selection: Selection,
  cover: Cover,
): { posting: Posting; count: number } {
  const [key = ALL, ...others] = selection.keys
  const one = others.length === 0 ? segment.postings.get(key) : undefined
  if (one) return { posting: one, count: countInBox(segment, one, cover) }
  const ranks = combinedRanks(segment, selection, rangesInBox(segment, cover))
  return { posting: { ranks, size: ranks.length, sums: NO_SUMS }, count: ranks.length }
}

function takeNearest(
  snapshot: Snapshot,
  queue: NearestQueue,
  cover: Cover,
  from: Position,
  offset: number,
  end: number,
) {
  const letterboxes: { id: string; distance: number }[] = []
  if (offset >= end) return letterboxes
  for (let passed = 0; passed < end; ) {
    const next = queue.pop()
    if (!next) break
    if ('rank' in next) {
      if (passed++ < offset) continue
      letterboxes.push({ id: formatId(next.segment.ids, next.rank), distance: next.metres })
    } else if (isLeaf(next.cell)) {
      pushLetterboxes(snapshot, queue, cover, from, next)
    } else {
      const { segment, posting } = next
      for (const cell of childrenOf(segment, posting, next.cell)) {
        if (cover.relation(cell) === 'outside') continue
        queue.push({ metres: metresToCell(from, cell), segment, posting, cell })
      }
    }
  }
  return letterboxes
}

function pushLetterboxes(
  { base, removedRanks }: Snapshot,
  queue: NearestQueue,
  cover: Cover,
  from: Position,
  { segment, posting, cell }: { segment: Segment; posting: Posting; cell: Cell },
): void {
  for (let position = cell.from; position < cell.to; position++) {
    const rank = rankAt(posting, position)
    if (segment === base && removedRanks.has(rank)) continue
    const latitude = segment.coordinates[rank * 2] as number
    const longitude = segment.coordinates[rank * 2 + 1] as number
    if (!cover.contains(latitude, longitude)) continue
    queue.push({ metres: distanceInMetres(from, { latitude, longitude }), segment, rank })
  }
}

const RADIANS = Math.PI / 180
/** Cells are taken this much larger (degrees, 11 mm), which absorbs rounding in the projection. */
const SLACK = 1e-7
/** Metres that rounding can add to a distance: haversine's arcsine is least exact at the antipode. */
const ROUNDING = 1

/** No letterbox of the cell is nearer than this many metres. */
export function metresToCell(from: Position, cell: Pick<Cell, 'level' | 'column' | 'row'>): number {
  return Math.max(0, metresToEdge(from, cell) - ROUNDING)
}

function metresToEdge(
  from: Position,
  { level, column, row }: Pick<Cell, 'level' | 'column' | 'row'>,
): number {
  const size = 2 ** (LEVELS - level)
  const west = longitudeOfColumn(column * size) - SLACK
  const east = longitudeOfColumn((column + 1) * size) + SLACK
  const north = Math.min(90, latitudeOfRow(row * size) + SLACK)
  const south = Math.max(-90, latitudeOfRow((row + 1) * size) - SLACK)
  const { latitude, longitude } = from
  // From a place between its meridians the nearest spot of the cell is due north or south.
  const toWest = (west - longitude + 720) % 360
  const toEast = (longitude - east + 720) % 360
  if (east - west >= 360 || toWest > 360 - (east - west) || toWest === 0) {
    const nearest = Math.min(north, Math.max(south, latitude))
    return distanceInMetres(from, { latitude: nearest, longitude })
  }
  // Else it is on the nearer of the two: at a corner, or where the great circle meets the meridian
  // at a right angle, tan(latitude) = tan(from) / cos(longitude difference).
  const meridian = toWest <= toEast ? west : east
  const metresTo = (at: number) => distanceInMetres(from, { latitude: at, longitude: meridian })
  const toCorner = Math.min(metresTo(north), metresTo(south))
  const cosine = Math.cos((meridian - longitude) * RADIANS)
  if (cosine <= 0) return toCorner
  const vertex = Math.atan(Math.tan(latitude * RADIANS) / cosine) / RADIANS
  return vertex > south && vertex < north ? Math.min(toCorner, metresTo(vertex)) : toCorner
}
