/** WCAG 2.5.8: what can be pressed is at least this large, in CSS pixels. */
const LEAST = 24

export interface Target {
  left: number
  top: number
  right: number
  bottom: number
}

const width = ({ left, right }: Target) => right - left
const height = ({ top, bottom }: Target) => bottom - top
const isLarge = (target: Target) => width(target) >= LEAST && height(target) >= LEAST
const overlap = (a: Target, b: Target) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** The largest rectangle of `below` that `above` leaves free. */
function freePart(below: Target, above: Target): Target {
  if (!overlap(below, above)) return below
  const strips = [
    { ...below, right: above.left },
    { ...below, left: above.right },
    { ...below, bottom: above.top },
    { ...below, top: above.bottom },
  ]
  const area = (strip: Target) => Math.max(0, width(strip)) * Math.max(0, height(strip))
  return strips.reduce((best, strip) => (area(strip) > area(best) ? strip : best))
}

/**
 * Which targets are covered so far by others that nobody could aim at them.
 * @param targets from the lowest to the topmost
 */
export function findCovered(targets: readonly Target[]): boolean[] {
  const covered = targets.map(() => false)
  for (let i = targets.length - 1; i >= 0; i--) {
    let free = targets[i]
    for (let above = i + 1; free && above < targets.length; above++) {
      const other = targets[above]
      if (other && !covered[above]) free = freePart(free, other)
    }
    covered[i] = free === undefined || !isLarge(free)
  }
  return covered
}
