interface Spot {
  x: number
  y: number
}

/** Centre and rotation of a letter, in radians. */
export interface PlacedLetter extends Spot {
  angle: number
}

const MOST_BEND_OF_A_LETTER = 0.4
const MOST_BEND_OF_ALL = 1.2
/**
 * Least distance of two letters as a share of their way along the line: where a line steps back, letters would pile up
 * without turning.
 */
const LEAST_ADVANCE = 0.75
/** Pixels of the line on both sides that determine a letter's direction, so that small kinks do not shake the text. */
const SMOOTHED_OVER = 9

/** A line to walk along; lengths in pixels. */
export class Walk {
  readonly length: number
  readonly #line: readonly Spot[]
  readonly #sums: number[] = [0]

  /** @param line at least two points */
  constructor(line: readonly Spot[]) {
    this.#line = line
    let sum = 0
    for (const [i, point] of line.slice(1).entries()) {
      const before = line[i] as Spot
      sum += Math.hypot(point.x - before.x, point.y - before.y)
      this.#sums.push(sum)
    }
    this.length = sum
  }

  at(distance: number): Spot {
    const d = Math.max(0, Math.min(this.length, distance))
    const sums = this.#sums
    let i = 1
    while (i < sums.length - 1 && (sums[i] as number) < d) i++
    const [from, to] = [this.#line[i - 1] as Spot, this.#line[i] as Spot]
    const [start, end] = [sums[i - 1] as number, sums[i] as number]
    const part = (d - start) / (end - start || 1)
    return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
  }
}

/**
 * Places the letters of a text that begins `from` pixels along the line, readable from the left.
 * @param widths of the letters in pixels
 * @returns null if the line bends too much
 */
export function placeLetters(
  walk: Walk,
  from: number,
  widths: readonly number[],
): PlacedLetter[] | null {
  const length = widths.reduce((sum, width) => sum + width, 0)
  const isTurned = walk.at(from + length).x < walk.at(from).x
  const placedLetters: PlacedLetter[] = []
  let before = 0
  let alongBefore = 0
  let bends = 0
  for (const width of widths) {
    const along = before + width / 2
    const middle = isTurned ? from + length - along : from + along
    const [a, b] = [walk.at(middle - SMOOTHED_OVER), walk.at(middle + SMOOTHED_OVER)]
    const angle = Math.atan2(b.y - a.y, b.x - a.x) + (isTurned ? Math.PI : 0)
    const spot = walk.at(middle)
    const previous = placedLetters.at(-1)
    if (previous) {
      const bend = bendBetween(angle, previous.angle)
      bends += bend
      if (bend > MOST_BEND_OF_A_LETTER || bends > MOST_BEND_OF_ALL) return null
      const advance = Math.hypot(spot.x - previous.x, spot.y - previous.y)
      if (advance < LEAST_ADVANCE * (along - alongBefore)) return null
    }
    placedLetters.push({ ...spot, angle })
    alongBefore = along
    before += width
  }
  return placedLetters
}

function bendBetween(a: number, b: number): number {
  const bend = Math.abs(a - b) % (2 * Math.PI)
  return bend > Math.PI ? 2 * Math.PI - bend : bend
}
