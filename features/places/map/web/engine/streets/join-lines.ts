import type Point from '@mapbox/point-geometry'
import type { Feature } from './engine.ts'

type Line = Point[]

const LINE = 2
/** A sharper turn than this leads into a side street with the same name. */
const SHARPEST_TURN = Math.PI / 3

export function boxOf(points: readonly Point[]): Feature['bbox'] {
  const box = {
    minX: Number.POSITIVE_INFINITY,
    minY: Number.POSITIVE_INFINITY,
    maxX: Number.NEGATIVE_INFINITY,
    maxY: Number.NEGATIVE_INFINITY,
  }
  for (const { x, y } of points) {
    if (x < box.minX) box.minX = x
    if (x > box.maxX) box.maxX = x
    if (y < box.minY) box.minY = y
    if (y > box.maxY) box.maxY = y
  }
  return box
}

/**
 * One feature per name, with lines as long as possible. Tiles hold a street in many short pieces, one for each bridge,
 * crossing or speed limit, and most names would fit on none of them.
 */
export function joinNamedLines(features: readonly Feature[]): Feature[] {
  const streets = new Map<string, { props: Feature['props']; lines: Line[] }>()
  for (const { geomType, props, geom } of features) {
    if (geomType !== LINE || typeof props.name !== 'string') continue
    const key = `${props.name}|${props.kind}|${props.kind_detail === 'service'}`
    const street = streets.get(key) ?? { props, lines: [] }
    street.lines.push(...geom.filter((line) => line.length > 1))
    streets.set(key, street)
  }
  return [...streets.values()].map(({ props, lines }) => {
    const geom = joinLines(lines)
    const points = geom.flat()
    return { props, geom, geomType: LINE, numVertices: points.length, bbox: boxOf(points) }
  })
}

const first = (line: Line) => line[0] as Point
const last = (line: Line) => line.at(-1) as Point
/** Line ends that are this close to each other are the same point. */
const keyOf = ({ x, y }: Point) => `${Math.round(x * 4)},${Math.round(y * 4)}`

/** Index of unused lines by their ends. */
class OpenLines {
  readonly #ends = new Map<string, Set<Line>>()

  constructor(lines: readonly Line[]) {
    for (const line of lines) {
      for (const end of [first(line), last(line)]) {
        const key = keyOf(end)
        this.#ends.set(key, (this.#ends.get(key) ?? new Set()).add(line))
      }
    }
  }

  has(line: Line): boolean {
    return this.#ends.get(keyOf(first(line)))?.has(line) ?? false
  }

  take(line: Line): void {
    for (const end of [first(line), last(line)]) this.#ends.get(keyOf(end))?.delete(line)
  }

  /** Takes the line that continues most straight from the end of `line`, oriented to begin there. */
  takeNext(line: Line): Line | null {
    const end = last(line)
    let straightest: { line: Line; next: Line } | null = null
    let least = SHARPEST_TURN
    for (const other of this.#ends.get(keyOf(end)) ?? []) {
      const next = keyOf(first(other)) === keyOf(end) ? other : [...other].reverse()
      const turn = Math.abs(turnOf(line.at(-2) as Point, end, next[1] as Point))
      if (turn >= least) continue
      least = turn
      straightest = { line: other, next }
    }
    if (straightest) this.take(straightest.line)
    return straightest?.next ?? null
  }
}

/**
 * Joins lines that continue each other.
 * @param lines each with at least two points
 */
export function joinLines(lines: readonly Line[]): Line[] {
  const open = new OpenLines(lines)
  const joined: Line[] = []
  for (const line of lines) {
    if (!open.has(line)) continue
    open.take(line)
    const forth = extend(line, open)
    joined.push(extend(forth.reverse(), open).reverse())
  }
  return joined
}

function extend(line: Line, open: OpenLines): Line {
  const long = [...line]
  for (let next = open.takeNext(long); next; next = open.takeNext(long)) long.push(...next.slice(1))
  return long
}

/** Angle of the turn at `b` on the way from `a` to `c`, in radians; 0 is straight on. */
function turnOf(a: Point, b: Point, c: Point): number {
  const turn = Math.atan2(c.y - b.y, c.x - b.x) - Math.atan2(b.y - a.y, b.x - a.x)
  if (turn > Math.PI) return turn - 2 * Math.PI
  return turn < -Math.PI ? turn + 2 * Math.PI : turn
}
