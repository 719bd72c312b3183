/** A box in CSS pixels of the map's container. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
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

/** To the right and down, in CSS pixels. */
export type Shift = readonly [x: number, y: number]
const NONE: Shift = [0, 0]

/** So much room, in CSS pixels, is left to what a box gives way to. */
const GAP = 1

/**
 * How far each box moves so that none covers another, all lie within bounds and none on an obstacle.
 * The first ones choose first, and each takes the nearest free spot. That one touches what is in its
 * way on up to two sides, so only such spots are tried. Where there is no room at all a box stays.
 * @param boxes those whose middle lies outside of the bounds stay where they are
 */
export function freeSpots(
  boxes: readonly Box[],
  bounds: Box,
  obstacles: readonly Box[],
): readonly Shift[] {
  const taken = [...obstacles]
  return boxes.map((box) => {
    const middle: Shift = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
    const seen =
      middle[0] >= bounds.left &&
      middle[0] <= bounds.right &&
      middle[1] >= bounds.top &&
      middle[1] <= bounds.bottom
    const shift = seen ? nearestFree(box, bounds, taken) : NONE
    taken.push(moved(box, shift))
    return shift
  })
}

function nearestFree(box: Box, bounds: Box, taken: readonly Box[]): Shift {
  const isFree = (shift: Shift, others: readonly Box[]) => {
    const there = moved(box, shift)
    return lies(bounds, there) && !others.some((other) => overlap(other, there))
  }
  if (isFree(NONE, taken)) return NONE
  const size = Math.max(box.right - box.left, box.bottom - box.top)
  // Mostly there is room close by; only in a crowd is it worth looking at everything.
  for (const reach of [2 * size, Number.POSITIVE_INFINITY]) {
    const near = taken.filter((other) => overlap(grown(box, reach), other))
    const xs = [0, bounds.left - box.left, bounds.right - box.right]
    const ys = [0, bounds.top - box.top, bounds.bottom - box.bottom]
    for (const other of near) {
      xs.push(other.left - GAP - box.right, other.right + GAP - box.left)
      ys.push(other.top - GAP - box.bottom, other.bottom + GAP - box.top)
    }
    const spots = xs
      .flatMap((x) => ys.map((y): Shift => [x, y]))
      .filter((shift) => Math.hypot(...shift) <= reach)
      .sort((a, b) => Math.hypot(...a) - Math.hypot(...b))
    const free = spots.find((shift) => isFree(shift, taken))
    if (free) return free
  }
  return NONE
}

function grown({ left, top, right, bottom }: Box, by: number): Box {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by }
}
