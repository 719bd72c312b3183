import {
  type Box,
  distanceInMetres,
  metresFrom,
  type Position,
} from '#platform/shared/geography.ts'
import {
  type Cover,
  cellsAround,
  centreOf,
  childrenOf,
  countInBox,
  coverOf,
  isLeaf,
  rangesInBox,
  type Square,
} from './boxes.ts'
import { buildSegment } from './build.ts'
import { latitudeOfRow, longitudeOfColumn, sizeOfLevel } from './morton.ts'
import { CellQueue, NearestSoFar } from './queue.ts'
import {
  ALL,
  type IndexFilter,
  type IndexRow,
  type Posting,
  rankAt,
  rankOf,
  rowAt,
  type Segment,
  type Selection,
  selectionOf,
} from './segment.ts'
import type { Snapshot } from './snapshot.ts'
import { combinedRanks } from './stickers.ts'

export interface NearestQuery extends IndexFilter {
  box: Box
  /** Position from which distances are measured; defaults to the centre of the box. */
  from?: Position | undefined
  limit: number
  /** Number of nearest letterboxes to skip; 0 by default. O((offset + limit) log n). */
  offset?: number | undefined
  /** Ids of letterboxes that the caller must not see. */
  without?: readonly string[] | undefined
}

export interface Nearest {
  /** Nearest first, equal distances by id; `distance` in metres. */
  letterboxes: { id: string; distance: number }[]
  /** Number of matches in the box, regardless of offset and limit. */
  total: number
}

/**
 * Finds the letterboxes of a box nearest to a position, exactly: best-first search over the quadtree that the Morton
 * order implies (Hjaltason and Samet, Distance Browsing in Spatial Databases, 1999), with great-circle distances to
 * cells as in geokdbush. Throws a RangeError on an invalid position, box, limit or offset.
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
  const { parts, leftOut } = partsOf(snapshot, query.without ?? [])
  const found: FoundInBox[] = []
  let total = 0
  for (const part of parts) {
    const { posting, count } = selectInBox(part.segment, selection, cover)
    if (count === 0) continue
    total += count
    found.push({ ...part, posting })
  }
  for (const segment of leftOut) total -= selectInBox(segment, selection, cover).count
  // An offset past the last match yields nothing.
  const end = Math.min(offset + query.limit, total)
  if (offset >= end) return { letterboxes: [], total }
  return { letterboxes: nearestOf(found, cover, from, end).takeFrom(offset), total }
}

/** A segment to search. */
interface Part {
  segment: Segment
  /** Ranks that are removed or hidden from the caller. */
  skipped: ReadonlySet<number>
}

/** A part with letterboxes in the box, and the posting that contains them. */
interface FoundInBox extends Part {
  posting: Posting
}

/**
 * The segments to search for this caller.
 * @param without ids of letterboxes to leave out
 * @returns `leftOut` holds everything skipped in the parts, each once
 */
function partsOf(
  { base, removedRanks, removed, added }: Snapshot,
  without: readonly string[],
): { parts: Part[]; leftOut: Segment[] } {
  if (without.length === 0) {
    const parts = [
      { segment: base, skipped: removedRanks },
      { segment: added, skipped: NO_RANKS },
    ]
    return { parts, leftOut: [removed] }
  }
  const parts = [
    { segment: base, skipped: new Set(removedRanks) },
    { segment: added, skipped: new Set<number>() },
  ]
  const rows: IndexRow[] = []
  for (const id of without) {
    for (const { segment, skipped } of parts) {
      const rank = rankOf(segment, id)
      if (rank < 0 || skipped.has(rank)) continue
      skipped.add(rank)
      rows.push(rowAt(segment, rank, id))
    }
  }
  return { parts, leftOut: [removed, buildSegment(rows)] }
}

const NO_RANKS: ReadonlySet<number> = new Set()
const NO_SUMS = new Float64Array(0)

/** A posting that contains at least the selected letterboxes in the box, and how many of them there are. */
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

/** The nearest `end` letterboxes. Visits cells in order of their minimum distance. */
function nearestOf(
  found: readonly FoundInBox[],
  cover: Cover,
  from: Position,
  end: number,
): NearestSoFar {
  const nearest = new NearestSoFar(
    found.map(({ segment }) => segment),
    end,
  )
  const metresTo = metresFrom(from)
  const queue = new CellQueue()
  for (const [part, { segment, posting }] of found.entries()) {
    for (const cell of cellsAround(segment, posting, cover)) queue.push({ metres: 0, part, cell })
  }
  for (let next = queue.pop(); next && next.metres <= nearest.reach; next = queue.pop()) {
    const { part, cell } = next
    const { segment, posting, skipped } = found[part] as FoundInBox
    if (!isLeaf(cell)) {
      for (const child of childrenOf(segment, posting, cell)) {
        if (cover.relation(child) === 'outside') continue
        queue.push({ metres: metresToCell(from, child), part, cell: child })
      }
      continue
    }
    for (let position = cell.from; position < cell.to; position++) {
      const rank = rankAt(posting, position)
      const latitude = segment.coordinates[rank * 2] as number
      const longitude = segment.coordinates[rank * 2 + 1] as number
      if (skipped.has(rank) || !cover.contains(latitude, longitude)) continue
      nearest.offer(metresTo(latitude, longitude), part, rank)
    }
  }
  return nearest
}

const RADIANS = Math.PI / 180
/** Cells are enlarged by this many degrees (11 mm) to absorb rounding in the projection. */
const SLACK = 1e-7
/** Maximum rounding error of a distance in metres: haversine's arcsine is least exact at the antipode. */
const ROUNDING = 1

/** Lower bound of the distance in metres to any letterbox of the cell. */
export function metresToCell(from: Position, cell: Square): number {
  return Math.max(0, metresToEdge(from, cell) - ROUNDING)
}

function metresToEdge(from: Position, { level, column, row }: Square): number {
  const size = sizeOfLevel(level)
  const west = longitudeOfColumn(column * size) - SLACK
  const east = longitudeOfColumn((column + 1) * size) + SLACK
  const north = Math.min(90, latitudeOfRow(row * size) + SLACK)
  const south = Math.max(-90, latitudeOfRow((row + 1) * size) - SLACK)
  const { latitude, longitude } = from
  // If the position lies between the cell's meridians, the nearest point of the cell is due north or south.
  const toWest = (west - longitude + 720) % 360
  const toEast = (longitude - east + 720) % 360
  if (east - west >= 360 || toWest > 360 - (east - west) || toWest === 0) {
    const nearest = Math.min(north, Math.max(south, latitude))
    return distanceInMetres(from, { latitude: nearest, longitude })
  }
  // Otherwise it is on the nearer meridian: at a corner, or where the great circle meets the meridian at a right angle,
  // tan(latitude) = tan(from) / cos(longitude difference).
  const meridian = toWest <= toEast ? west : east
  const metresTo = (at: number) => distanceInMetres(from, { latitude: at, longitude: meridian })
  const toCorner = Math.min(metresTo(north), metresTo(south))
  const cosine = Math.cos((meridian - longitude) * RADIANS)
  if (cosine <= 0) return toCorner
  const vertex = Math.atan(Math.tan(latitude * RADIANS) / cosine) / RADIANS
  return vertex > south && vertex < north ? Math.min(toCorner, metresTo(vertex)) : toCorner
}
