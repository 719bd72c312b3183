import type { Box, Position } from '#platform/shared/geography.ts'
import { columnOf, LEVELS, mortonOf, rowOf, SIDE, sizeOfLevel, spanOfLevel } from './morton.ts'
import { ALL, lowerBound, type Posting, rankAt, type Segment } from './segment.ts'

/** A square of the quadtree that the Morton order implies; 0 is the level of the whole world. */
export interface Square {
  level: number
  column: number
  row: number
}

/** A square and the range of its letterboxes in a posting. */
export interface Cell extends Square {
  /** Its first Morton code. */
  first: number
  /** Positions in the posting. */
  from: number
  to: number
}

/** Below this number of letterboxes, checking each one is cheaper than dividing further: bench/log-map-index.md. */
export const LEAF_SIZE = 64

export interface Cover {
  /** The few squares, about as large as the box, that together cover it, in Morton order. */
  squares: readonly Square[]
  contains(latitude: number, longitude: number): boolean
  /** `inside` only if every letterbox of the cell is in the box. */
  relation(square: Square): 'inside' | 'partial' | 'outside'
}

/** Throws a RangeError if a corner is not on the globe or the south-west corner is north of the other. */
export function coverOf({ southWest, northEast }: Box): Cover {
  const { latitude: south, longitude: west } = southWest
  const { latitude: north, longitude: east } = northEast
  if (!(south >= -90 && south <= north && north <= 90)) {
    throw new RangeError(`Unexpected latitudes of a box: ${south} to ${north}`)
  }
  if (!(Math.abs(west) <= 180 && Math.abs(east) <= 180)) {
    throw new RangeError(`Unexpected longitudes of a box: ${west} to ${east}`)
  }
  const crossesAntimeridian = west > east
  const firstRow = rowOf(north)
  const lastRow = rowOf(south)
  // Leaves a spare row between the box's edge and an "inside" cell to absorb rounding in the projection.
  const firstInnerRow = north === 90 ? 0 : firstRow + 2
  const lastInnerRow = south === -90 ? SIDE - 1 : lastRow - 2
  const spans = (
    crossesAntimeridian ? [spanOf(west, 180), spanOf(-180, east)] : [spanOf(west, east)]
  ).map(([first, last]) => ({ first, last }))
  const inner = (
    crossesAntimeridian ? [innerOf(west, 180), innerOf(-180, east)] : [innerOf(west, east)]
  ).map(([first, last]) => ({ first, last }))

  return {
    squares: squaresAround(spans, firstRow, lastRow),
    contains(latitude, longitude) {
      if (latitude < south || latitude > north) return false
      if (crossesAntimeridian) return longitude >= west || longitude <= east
      return longitude >= west && longitude <= east
    },
    relation({ level, column, row }) {
      const size = sizeOfLevel(level)
      const left = column * size
      const right = left + size - 1
      const top = row * size
      const bottom = top + size - 1
      if (bottom < firstRow || top > lastRow) return 'outside'
      if (!spans.some((span) => right >= span.first && left <= span.last)) return 'outside'
      if (top < firstInnerRow || bottom > lastInnerRow) return 'partial'
      const isInside = inner.some((span) => left >= span.first && right <= span.last)
      return isInside ? 'inside' : 'partial'
    },
  }
}

interface Span {
  first: number
  last: number
}

/**
 * At most four squares per span of columns, so that a search need not start from the whole world. At the antimeridian
 * both spans can yield the same square, which is then listed twice.
 */
function squaresAround(columns: readonly Span[], firstRow: number, lastRow: number): Square[] {
  const widest = Math.max(...columns.map(({ first, last }) => last - first), lastRow - firstRow)
  const bits = 32 - Math.clz32(widest)
  const level = LEVELS - bits
  const squares: Square[] = []
  for (let row = firstRow >>> bits; row <= lastRow >>> bits; row++) {
    for (const { first, last } of columns) {
      for (let column = first >>> bits; column <= last >>> bits; column++) {
        squares.push({ level, column, row })
      }
    }
  }
  return squares.sort((a, b) => mortonOf(a.column, a.row) - mortonOf(b.column, b.row))
}

function spanOf(west: number, east: number): [number, number] {
  return [columnOf(west), columnOf(east)]
}

/** Columns that lie fully between two meridians. */
function innerOf(west: number, east: number): [number, number] {
  return [west === -180 ? 0 : columnOf(west) + 1, east === 180 ? SIDE - 1 : columnOf(east) - 1]
}

/** The centre of a box; handles boxes that cross the antimeridian. */
export function centreOf({ southWest, northEast }: Box): Position {
  const width = northEast.longitude - southWest.longitude
  const middle = southWest.longitude + (width < 0 ? width + 360 : width) / 2
  return {
    latitude: (southWest.latitude + northEast.latitude) / 2,
    longitude: middle > 180 ? middle - 360 : middle,
  }
}

/** The cells at which a search in a box starts: its squares that hold letterboxes. */
export function cellsAround(segment: Segment, posting: Posting, { squares }: Cover): Cell[] {
  const cells: Cell[] = []
  for (const { level, column, row } of squares) {
    const span = spanOfLevel(level)
    const first = mortonOf(column, row) * span
    // A square that is listed twice yields nothing the second time.
    const from = lowerBound(segment, posting, first, cells.at(-1)?.to ?? 0, posting.size)
    const to = lowerBound(segment, posting, first + span, from, posting.size)
    if (to > from) cells.push({ level, column, row, first, from, to })
  }
  return cells
}

/** The children of a cell that hold letterboxes. */
export function childrenOf(segment: Segment, posting: Posting, cell: Cell): Cell[] {
  const level = cell.level + 1
  const span = spanOfLevel(level)
  const children: Cell[] = []
  let from = cell.from
  for (let quarter = 0; quarter < 4 && from < cell.to; quarter++) {
    const first = cell.first + quarter * span
    const to = quarter === 3 ? cell.to : lowerBound(segment, posting, first + span, from, cell.to)
    if (to > from) {
      const column = cell.column * 2 + (quarter & 1)
      const row = cell.row * 2 + (quarter >> 1)
      children.push({ level, column, row, first, from, to })
    }
    from = to
  }
  return children
}

export function isLeaf(cell: Cell): boolean {
  return cell.to - cell.from <= LEAF_SIZE || cell.level === LEVELS
}

/** Number of letterboxes of a posting in a box; divides only cells on its edge. */
export function countInBox(segment: Segment, posting: Posting, cover: Cover): number {
  let count = 0
  const pending = cellsAround(segment, posting, cover)
  for (let cell = pending.pop(); cell; cell = pending.pop()) {
    const relation = cover.relation(cell)
    if (relation === 'outside') continue
    if (relation === 'inside') count += cell.to - cell.from
    else if (!isLeaf(cell)) pending.push(...childrenOf(segment, posting, cell))
    else {
      for (let position = cell.from; position < cell.to; position++) {
        const rank = rankAt(posting, position)
        const { coordinates } = segment
        const latitude = coordinates[rank * 2] as number
        if (cover.contains(latitude, coordinates[rank * 2 + 1] as number)) count++
      }
    }
  }
  return count
}

/** Ranks of the letterboxes in a box, as ascending, disjoint ranges `[from, to, from, to, ...]`. */
export function rangesInBox(segment: Segment, cover: Cover): number[] {
  const ranges: number[] = []
  const add = (from: number, to: number) => {
    if (ranges.at(-1) === from) ranges[ranges.length - 1] = to
    else ranges.push(from, to)
  }
  const all = segment.postings.get(ALL)
  const pending = all ? cellsAround(segment, all, cover).reverse() : []
  for (let cell = pending.pop(); all && cell; cell = pending.pop()) {
    const relation = cover.relation(cell)
    if (relation === 'outside') continue
    if (relation === 'inside') add(cell.from, cell.to)
    else if (!isLeaf(cell)) pending.push(...childrenOf(segment, all, cell).reverse())
    else {
      for (let rank = cell.from; rank < cell.to; rank++) {
        const latitude = segment.coordinates[rank * 2] as number
        const longitude = segment.coordinates[rank * 2 + 1] as number
        if (cover.contains(latitude, longitude)) add(rank, rank + 1)
      }
    }
  }
  return ranges
}
