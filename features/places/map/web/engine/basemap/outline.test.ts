import { expect, it } from 'vitest'
import { linesIn, type Outline, outlineOf, ringIn } from './outline.ts'
import type { Path } from './sheet.ts'

/** The world is 512 pixels wide; the frame is its centre. */
const FRAME = { zoom: 1, left: 192, top: 192, size: 128 }
const WORLD = 512

const path = (...points: [number, number][]): Path => ({
  points: new Float64Array(points.flat().map((pixels) => pixels / WORLD)),
  west: 0,
  north: 0,
  east: 1,
  south: 1,
})
const pointsOf = ({ points }: Outline) =>
  Array.from({ length: points.length / 2 }, (_, i) => [
    Math.round((points[i * 2] ?? 0) * WORLD),
    Math.round((points[i * 2 + 1] ?? 0) * WORLD),
  ])
const straight = { closed: true, rounded: false }

/** Pseudo-random numbers, the same in each run. */
function* chance(seed: number) {
  let state = seed
  for (;;) {
    state = (state * 16807) % 2147483647
    yield state / 2147483647
  }
}

function isInside([x, y]: [number, number], ring: readonly (readonly number[])[]): boolean {
  let inside = false
  for (const [i, [ax = 0, ay = 0]] of ring.entries()) {
    const [bx = 0, by = 0] = ring[(i + 1) % ring.length] ?? []
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}

it('an outline closes a ring once, whether or not its last point repeats the first', () => {
  const square: [number, number][] = [
    [0, 0],
    [10, 0],
    [10, 10],
  ]
  const expected = [...square, [0, 0]]
  expect(pointsOf(outlineOf(path(...square), straight))).toEqual(expected)
  expect(pointsOf(outlineOf(path(...square, [0, 0]), straight))).toEqual(expected)
})

it('an outline has rounded corners, and keeps the ends of a line', () => {
  const line = path([0, 0], [100, 0], [100, 100], [200, 100])
  const rounded = pointsOf(outlineOf(line, { closed: false, rounded: true }))
  expect(rounded[0]).toEqual([0, 0])
  expect(rounded.at(-1)).toEqual([200, 100])
  expect(rounded).not.toContainEqual([100, 0])
  expect(rounded).toContainEqual([100, 50])
})

it('a clipped ring fills the frame like the whole ring, with fewer points', () => {
  const random = chance(7)
  const next = (from: number, to: number) => from + (random.next().value ?? 0) * (to - from)
  for (let ring = 0; ring < 60; ring++) {
    const corners = Array.from({ length: 40 }, (): [number, number] => [
      next(-400, 900),
      next(-400, 900),
    ])
    const all = corners.map(([x, y]) => [x - FRAME.left, y - FRAME.top])
    const few = [...ringIn(outlineOf(path(...corners), straight), FRAME)]
    expect(few.length).toBeLessThan(all.length)
    for (let i = 0; i < 50; i++) {
      const spot: [number, number] = [next(0, FRAME.size), next(0, FRAME.size)]
      expect(isInside(spot, few)).toBe(isInside(spot, all))
    }
  }
})

it('a clipped line keeps its visible parts and the distance at which they begin', () => {
  const line = path([0, 256], [100, 256], [256, 256], [500, 256], [500, 0], [256, 0], [256, 250])
  const parts = [...linesIn(outlineOf(line, { closed: false, rounded: false }), FRAME)]
  expect(parts.map(({ line: points }) => points)).toEqual([
    [
      [-92, 64],
      [64, 64],
      [308, 64],
    ],
    [
      [64, -192],
      [64, 58],
    ],
  ])
  expect(parts.map(({ from }) => from)).toEqual([100, 500 + 256 + 244])
})

it('a clipped line that misses the frame has no parts', () => {
  const line = path([0, 0], [500, 0], [500, 500])
  expect([...linesIn(outlineOf(line, { closed: false, rounded: false }), FRAME)]).toEqual([])
})
