import type { TileFrame } from './draw-tile.ts'
import type { Path } from './sheet.ts'

/** The points of a path, ready to draw as straight lines. */
export interface Outline {
  /** Unit coordinates: x, y, x, y ... */
  points: Float64Array
  /** Length of the path up to each point, as a fraction of the world's width. */
  lengths: Float64Array
}

interface OutlineStyle {
  /** Whether the path is a ring. */
  closed: boolean
  /** Rounds the corners, because the data is coarser than the screen. */
  rounded: boolean
}

/** Number of straight pieces per rounded corner. */
const PIECES = 8
/** Distance in CSS pixels from a frame within which a line of any width may still reach into it. */
const MARGIN = 8

const outlinesByPath = new WeakMap<Path, Map<string, Outline>>()

export function outlineOf(path: Path, style: OutlineStyle): Outline {
  const outlines = outlinesByPath.get(path) ?? new Map<string, Outline>()
  outlinesByPath.set(path, outlines)
  const key = `${style.closed}${style.rounded}`
  const outline = outlines.get(key) ?? createOutline(path, style)
  outlines.set(key, outline)
  return outline
}

function createOutline({ points }: Path, { closed, rounded }: OutlineStyle): Outline {
  const corners = Array.from({ length: points.length / 2 }, (_, i) => cornerAt(points, i))
  const [first, last] = [corners[0], corners.at(-1)]
  if (closed && first && last && first[0] === last[0] && first[1] === last[1]) corners.pop()
  const smooth = rounded && corners.length > 3 ? roundCorners(corners, closed) : corners
  if (closed && smooth[0]) smooth.push(smooth[0])
  const lengths = new Float64Array(smooth.length)
  for (let i = 1; i < smooth.length; i++) {
    const [[x, y] = [0, 0], [toX, toY] = [0, 0]] = [smooth[i - 1], smooth[i]]
    lengths[i] = (lengths[i - 1] ?? 0) + Math.hypot(toX - x, toY - y)
  }
  return { points: new Float64Array(smooth.flat()), lengths }
}

type Corner = [x: number, y: number]

const cornerAt = (points: Float64Array, i: number): Corner => [
  points[i * 2] ?? 0,
  points[i * 2 + 1] ?? 0,
]
const between = ([ax, ay]: Corner, [bx, by]: Corner, part: number): Corner => [
  ax + (bx - ax) * part,
  ay + (by - ay) * part,
]

/** Quadratic curves between midpoints, with the corners as control points. */
function roundCorners(corners: readonly Corner[], closed: boolean): Corner[] {
  const count = corners.length
  const at = (i: number) => corners[(i + count) % count] as Corner
  const smooth: Corner[] = closed ? [] : [at(0)]
  for (let i = closed ? 0 : 1; i < (closed ? count : count - 1); i++) {
    const from = !closed && i === 1 ? at(0) : between(at(i - 1), at(i), 0.5)
    const to = between(at(i), at(i + 1), 0.5)
    for (let piece = 1; piece <= PIECES; piece++) {
      const part = piece / PIECES
      smooth.push(between(between(from, at(i), part), between(at(i), to, part), part))
    }
  }
  if (!closed) smooth.push(at(count - 1))
  return smooth
}

/** Converts points to pixels of a frame, and reports beyond which of its edges a point lies; 0 is inside. */
class Screen {
  readonly #scale: number
  readonly #frame: TileFrame
  readonly #points: Float64Array

  constructor(points: Float64Array, frame: TileFrame) {
    this.#points = points
    this.#frame = frame
    this.#scale = 256 * 2 ** frame.zoom
  }
  x(i: number): number {
    return (this.#points[i * 2] ?? 0) * this.#scale - this.#frame.left
  }
  y(i: number): number {
    return (this.#points[i * 2 + 1] ?? 0) * this.#scale - this.#frame.top
  }
  beyond(i: number): number {
    const [x, y, end] = [this.x(i), this.y(i), this.#frame.size + MARGIN]
    const across = x < -MARGIN ? 1 : x > end ? 2 : 0
    return across | (y < -MARGIN ? 4 : y > end ? 8 : 0)
  }
}

/**
 * Reduces a ring to the few points that fill a frame in the same way, in its pixels: a stretch that stays beyond one
 * edge becomes straight. A country has a hundred thousand points, and usually none of them is in the frame.
 */
export function* ringIn({ points }: Outline, frame: TileFrame): Generator<Corner> {
  const screen = new Screen(points, frame)
  const count = points.length / 2
  let here = screen.beyond(0)
  let keptCount = 0
  for (let i = 0; i < count; i++) {
    const after = i + 1 < count ? screen.beyond(i + 1) : 0
    if ((keptCount & here & after) === 0) {
      yield [screen.x(i), screen.y(i)]
      keptCount = here
    }
    here = after
  }
}

/** The parts of a line that may be visible in a frame, in its pixels, each with the length of the line before it. */
export function* linesIn(
  { points, lengths }: Outline,
  frame: TileFrame,
): Generator<{ line: Corner[]; from: number }> {
  const screen = new Screen(points, frame)
  const scale = 256 * 2 ** frame.zoom
  const count = points.length / 2
  let line: Corner[] = []
  let from = 0
  let here = screen.beyond(0)
  for (let i = 1; i < count; i++) {
    const next = screen.beyond(i)
    if ((here & next) === 0) {
      if (line.length === 0) {
        line.push([screen.x(i - 1), screen.y(i - 1)])
        from = (lengths[i - 1] ?? 0) * scale
      }
      line.push([screen.x(i), screen.y(i)])
    } else if (line.length > 0) {
      yield { line, from }
      line = []
    }
    here = next
  }
  if (line.length > 0) yield { line, from }
}
