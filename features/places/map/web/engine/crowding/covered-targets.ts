import { type Box, BoxGrid, overlap } from './box-grid.ts'

/** WCAG 2.5.8: minimum size of a target in CSS pixels. */
const LEAST = 24

/** CSS pixels; about the size of a marker. */
const CELL = 64

const width = ({ left, right }: Box) => right - left
const height = ({ top, bottom }: Box) => bottom - top
const isLarge = (target: Box) => width(target) >= LEAST && height(target) >= LEAST

/** The largest rectangle of `below` that `above` does not cover. */
function freePart(below: Box, above: Box): Box {
  if (!overlap(below, above)) return below
  const strips = [
    { ...below, right: above.left },
    { ...below, left: above.right },
    { ...below, bottom: above.top },
    { ...below, top: above.bottom },
  ]
  const area = (strip: Box) => Math.max(0, width(strip)) * Math.max(0, height(strip))
  return strips.reduce((best, strip) => (area(strip) > area(best) ? strip : best))
}

/**
 * Which targets are covered so much that users cannot aim at them.
 * @param targets from the lowest to the topmost
 */
export function findCovered(targets: readonly Box[]): boolean[] {
  const covered = targets.map(() => false)
  const uncovered = new BoxGrid<number>(CELL)
  for (const [i, target] of [...targets.entries()].reverse()) {
    const above = uncovered.near(target).sort((a, b) => a - b)
    const free = above.reduce((part, other) => freePart(part, targets[other] ?? part), target)
    covered[i] = !isLarge(free)
    if (!covered[i]) uncovered.add(target, i)
  }
  return covered
}
