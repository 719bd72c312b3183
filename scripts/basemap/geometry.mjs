/**
 * Plane geometry for the basemap generator. All coordinates are web mercator "unit" coordinates:
 * x and y in [0, 1], origin at the north-west corner of the world, so that a tile z/x/y covers
 * [x, x + 1] / 2^z.
 */

const MAX_LATITUDE = 85.0511287798066

export function toUnit([longitude, latitude]) {
  const clamped = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude))
  const sin = Math.sin((clamped * Math.PI) / 180)
  return [longitude / 360 + 0.5, 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)]
}

/** Douglas-Peucker with an explicit stack; `tolerance` in unit coordinates. Keeps both ends. */
export function simplify(points, tolerance) {
  if (points.length < 3 || tolerance <= 0) return points
  const keep = new Uint8Array(points.length)
  keep[0] = 1
  keep[points.length - 1] = 1
  const stack = [[0, points.length - 1]]
  while (stack.length > 0) {
    const [from, to] = stack.pop()
    let worst = 0
    let worstAt = -1
    for (let i = from + 1; i < to; i++) {
      const distance = segmentDistance(points[i], points[from], points[to])
      if (distance > worst) {
        worst = distance
        worstAt = i
      }
    }
    if (worst > tolerance) {
      keep[worstAt] = 1
      stack.push([from, worstAt], [worstAt, to])
    }
  }
  return points.filter((_, i) => keep[i] === 1)
}

function segmentDistance([px, py], [ax, ay], [bx, by]) {
  const dx = bx - ax
  const dy = by - ay
  const length2 = dx * dx + dy * dy
  const t =
    length2 === 0 ? 0 : Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / length2))
  return Math.hypot(px - ax - t * dx, py - ay - t * dy)
}

/** Simplifies a ring in two halves so that it cannot collapse. */
export function simplifyRing(ring, tolerance) {
  if (ring.length < 8) return ring
  const middle = ring.length >> 1
  const first = simplify(ring.slice(0, middle + 1), tolerance)
  const second = simplify(ring.slice(middle), tolerance)
  return [...first, ...second.slice(1)]
}

export function boxOf(points) {
  const box = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) {
    box[0] = Math.min(box[0], x)
    box[1] = Math.min(box[1], y)
    box[2] = Math.max(box[2], x)
    box[3] = Math.max(box[3], y)
  }
  return box
}

const overlaps = (a, b) => a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1]

/** Sutherland-Hodgman: the part of a ring inside a box (edges of the box may be run along). */
export function clipRing(ring, box) {
  if (!overlaps(boxOf(ring), box)) return []
  let points = ring
  for (const [axis, limit, sign] of [
    [0, box[0], 1],
    [0, box[2], -1],
    [1, box[1], 1],
    [1, box[3], -1],
  ]) {
    const inside = (p) => (p[axis] - limit) * sign >= 0
    const result = []
    for (let i = 0; i < points.length; i++) {
      const current = points[i]
      const previous = points[(i + points.length - 1) % points.length]
      if (inside(current) !== inside(previous)) {
        const t = (limit - previous[axis]) / (current[axis] - previous[axis])
        result.push([
          previous[0] + t * (current[0] - previous[0]),
          previous[1] + t * (current[1] - previous[1]),
        ])
      }
      if (inside(current)) result.push(current)
    }
    points = result
    if (points.length === 0) return []
  }
  return points
}

/** The pieces of a line that touch a box. Keeps whole segments, so pieces extend slightly beyond it. */
export function clipLine(line, box) {
  const pieces = []
  let piece = []
  for (let i = 1; i < line.length; i++) {
    if (overlaps(boxOf([line[i - 1], line[i]]), box)) {
      if (piece.length === 0) piece.push(line[i - 1])
      piece.push(line[i])
    } else if (piece.length > 0) {
      pieces.push(piece)
      piece = []
    }
  }
  if (piece.length > 0) pieces.push(piece)
  return pieces
}

/**
 * The sources join land across the antimeridian, so a ring may jump from one side of the world to the other. Continues
 * the ring beyond the edge instead, and returns it once for each world it touches. A ring around a pole is closed
 * along that pole.
 */
export function unwrapRing(ring) {
  const points = continued(ring)
  const shift = Math.round(points.at(-1)[0] - points[0][0])
  if (shift !== 0) {
    const pole = points[0][1] > 0.5 ? 1 : 0
    points.push([points.at(-1)[0], pole], [points[0][0], pole], points[0])
  }
  return copies(points)
}

export const unwrapLine = (line) => copies(continued(line))

function continued(points) {
  let shift = 0
  return points.map(([x, y], i) => {
    if (i > 0 && Math.abs(x - points[i - 1][0]) > 0.5) shift -= Math.sign(x - points[i - 1][0])
    return [x + shift, y]
  })
}

function copies(points) {
  const [west, , east] = boxOf(points)
  const result = []
  for (let world = Math.floor(west); world < east; world++) {
    result.push(points.map(([x, y]) => [x - world, y]))
  }
  return result.length > 0 ? result : [points]
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * Points as text: zigzag deltas on a grid of 2^-bits, five bits per character; the sixth bit means that more follow
 * (Google's polyline algorithm with an alphabet that JSON need not escape). Skips points on the same grid node as the
 * previous one.
 */
export function encode(points, bits) {
  const scale = 2 ** bits
  let x = 0
  let y = 0
  let text = ''
  points.forEach((point, i) => {
    const nextX = Math.round(point[0] * scale)
    const nextY = Math.round(point[1] * scale)
    if (i > 0 && nextX === x && nextY === y) return
    text += encodeNumber(nextX - x) + encodeNumber(nextY - y)
    x = nextX
    y = nextY
  })
  return text
}

function encodeNumber(value) {
  let rest = value < 0 ? -value * 2 - 1 : value * 2
  let text = ''
  while (rest >= 32) {
    text += ALPHABET[32 + (rest % 32)]
    rest = Math.floor(rest / 32)
  }
  return text + ALPHABET[rest]
}
