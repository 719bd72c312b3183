import { type Box, BoxGrid, overlap } from './box-grid.ts'

const lies = (outer: Box, box: Box) =>
  outer.left <= box.left &&
  outer.right >= box.right &&
  outer.top <= box.top &&
  outer.bottom >= box.bottom
const moved = ({ left, top, right, bottom }: Box, [x, y]: Shift): Box => ({
  left: left + x,
  top: top + y,
  right: right + x,
  bottom: bottom + y,
})
const grown = ({ left, top, right, bottom }: Box, by: number): Box => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
})

/** To the right and down, in CSS pixels. */
export type Shift = readonly [x: number, y: number]
const NONE: Shift = [0, 0]

/** Gap in CSS pixels between a moved box and the obstacle it moved away from. */
const GAP = 1
/** Maximum move in multiples of the box's size: enough to leave a search field, but not to cross a river. */
const REACH = 2
/**
 * Maximum move to keep a name readable, in multiples of the box's size; farther away the box would not seem to belong
 * there.
 */
const NAME_REACH = 1
/** Up to this number of boxes, each may be compared with all others. */
const FEW = 64
/** If more boxes than this are within reach, there is no room between them. */
const MOST_NEAR = 40
/** CSS pixels; about the width of a badge. */
const CELL = 64
/** Wider than any window. */
const CELLS_IN_A_ROW = 1024

/**
 * Moves boxes so that they do not overlap, stay within the bounds and avoid obstacles. Earlier boxes choose first; each
 * takes the nearest free spot, or stays if none is within reach. The cost is linear in the number of boxes.
 * @param boxes those with a centre outside the bounds stay
 * @param names boxes that should stay readable if a short move is enough
 * @param compared called with the number of boxes that another one was compared with
 */
export function freeSpots(
  boxes: readonly Box[],
  bounds: Box,
  obstacles: readonly Box[],
  names: readonly Box[] = [],
  compared: (boxes: number) => void = () => undefined,
): readonly Shift[] {
  const takenBoxes = new BoxGrid<Box>(CELL)
  for (const obstacle of obstacles) takenBoxes.add(obstacle, obstacle)
  const nameBoxes = new BoxGrid<Box>(CELL)
  for (const name of names) nameBoxes.add(name, name)
  const areFew = boxes.length + obstacles.length <= FEW
  const nearestSpot = (box: Box): Shift | null => {
    const covers = nameBoxes.near(box).some((name) => overlap(name, box))
    const free = isFree(box, bounds, takenBoxes, compared)
    if (free && !covers) return NONE
    const beside = covers ? besideNames(box, bounds, takenBoxes, nameBoxes, compared) : null
    return beside ?? (free ? NONE : nearestFree(box, bounds, takenBoxes, areFew, compared))
  }
  /** Cells without free room for a box; later boxes skip the search there. */
  const full = new Set<number>()
  return boxes.map((box) => {
    const x = (box.left + box.right) / 2
    const y = (box.top + box.bottom) / 2
    const isSeen = x >= bounds.left && x <= bounds.right && y >= bounds.top && y <= bounds.bottom
    const cell = Math.floor(y / CELL) * CELLS_IN_A_ROW + Math.floor(x / CELL)
    const shift = isSeen && !full.has(cell) ? nearestSpot(box) : NONE
    if (!shift && !areFew) full.add(cell)
    const there = moved(box, shift ?? NONE)
    takenBoxes.add(there, there)
    return shift ?? NONE
  })
}

function isFree(
  box: Box,
  bounds: Box,
  takenBoxes: BoxGrid<Box>,
  compared: (boxes: number) => void,
): boolean {
  const near = takenBoxes.near(box)
  compared(near.length)
  return lies(bounds, box) && !near.some((other) => overlap(other, box))
}

/** The nearest spot that covers no name; null if it is too far away. */
function besideNames(
  box: Box,
  bounds: Box,
  takenBoxes: BoxGrid<Box>,
  nameBoxes: BoxGrid<Box>,
  compared: (boxes: number) => void,
): Shift | null {
  const reach = NAME_REACH * Math.max(box.right - box.left, box.bottom - box.top)
  const area = grown(box, reach)
  const others = [...takenBoxes.near(area), ...nameBoxes.near(area)].filter((other) =>
    overlap(area, other),
  )
  compared(others.length)
  return others.length > MOST_NEAR ? null : nearestBetween(box, bounds, others, reach, compared)
}

function nearestFree(
  box: Box,
  bounds: Box,
  takenBoxes: BoxGrid<Box>,
  areFew: boolean,
  compared: (boxes: number) => void,
): Shift | null {
  const reach = REACH * Math.max(box.right - box.left, box.bottom - box.top)
  const area = grown(box, reach)
  const others = takenBoxes.near(area).filter((other) => overlap(area, other))
  compared(others.length)
  if (others.length > MOST_NEAR && !areFew) return null
  return nearestBetween(box, bounds, others, reach, compared)
}

/**
 * Finds the nearest free spot between others. There a box touches up to two of them, so it lies on one of the vertical
 * lines beside the others; on each line only the first free spot upwards and downwards counts.
 */
function nearestBetween(
  box: Box,
  bounds: Box,
  others: readonly Box[],
  reach: number,
  compared: (boxes: number) => void,
): Shift | null {
  const least = Math.max(-reach, bounds.left - box.left)
  const most = Math.min(reach, bounds.right - box.right)
  const lines = [Math.min(most, Math.max(least, 0))]
  for (const other of others) {
    const before = other.left - GAP - box.right
    const behind = other.right + GAP - box.left
    if (before >= least && before < most) lines.push(before)
    if (behind <= most && behind > least) lines.push(behind)
  }
  const fromTheTop = others.toSorted((a, b) => a.top - b.top)
  const fromTheBottom = others.toSorted((a, b) => b.bottom - a.bottom)
  const highest = bounds.top - box.top
  const lowest = bounds.bottom - box.bottom
  const start = Math.min(lowest, Math.max(highest, 0))
  let nearest: Shift | null = null
  /** Squared distance; computing a root for each spot would cost more than everything else. */
  let distance = reach * reach
  for (const x of lines.sort((a, b) => a * a - b * b)) {
    if (x * x > distance) break
    const left = box.left + x
    const right = box.right + x
    const isInTheWay = (other: Box, y: number) =>
      other.left < right &&
      left < other.right &&
      other.top < box.bottom + y &&
      box.top + y < other.bottom
    let down = start
    for (const other of fromTheTop) {
      if (isInTheWay(other, down)) down = other.bottom + GAP - box.top
    }
    let up = start
    for (const other of fromTheBottom) {
      if (isInTheWay(other, up)) up = other.top - GAP - box.bottom
    }
    compared(2 * others.length)
    for (const y of [down, up]) {
      if (y < highest || y > lowest) continue
      const length = x * x + y * y
      if (nearest ? length >= distance : length > distance) continue
      nearest = [x, y]
      distance = length
    }
  }
  return nearest
}
