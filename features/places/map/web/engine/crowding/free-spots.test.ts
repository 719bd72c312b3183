import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Box, overlap } from './box-grid.ts'
import { freeSpots } from './free-spots.ts'

const PHONE = { left: 0, top: 0, right: 390, bottom: 784 }
const badge = (x: number, y: number): Box => ({
  left: x - 26,
  top: y - 25,
  right: x + 26,
  bottom: y + 25,
})
const moved = (boxes: readonly Box[], shifts: readonly (readonly [number, number])[]) =>
  boxes.map(({ left, top, right, bottom }, i) => {
    const [x, y] = shifts[i] ?? [0, 0]
    return { left: left + x, top: top + y, right: right + x, bottom: bottom + y }
  })

it('a badge that is free or out of view does not move', () => {
  const boxes = [badge(100, 100), badge(100, 200), badge(-60, 300), badge(-70, 300)]
  expect(freeSpots(boxes, PHONE, [])).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
  ])
})

it('the later of two overlapping badges moves by the least distance', () => {
  expect(freeSpots([badge(100, 100), badge(148, 104)], PHONE, [])).toEqual([
    [0, 0],
    [5, 0],
  ])
})

it('a badge moves out from under a control and back from over the edge', () => {
  const search = { left: 12, top: 12, right: 322, bottom: 62 }
  expect(freeSpots([badge(150, 60)], PHONE, [search])).toEqual([[0, 28]])
  expect(freeSpots([badge(380, 300)], PHONE, [])).toEqual([[-16, 0]])
})

it('a badge stays under something that is too large to leave nearby', () => {
  const notice = { left: 0, top: 100, right: 390, bottom: 300 }
  expect(freeSpots([badge(150, 200)], PHONE, [notice])).toEqual([[0, 0]])
  expect(freeSpots([badge(150, 270)], PHONE, [notice])).toEqual([[0, 56]])
})

it('a badge uncovers a name if a free spot is near, and only then', () => {
  const name = { left: 70, top: 92, right: 130, bottom: 108 }
  expect(freeSpots([badge(100, 100)], PHONE, [], [name])).toEqual([[0, 34]])
  // Other badges occupy the spots beside the name.
  const others = [badge(100, 30), badge(100, 170), badge(40, 100), badge(160, 100)]
  expect(freeSpots([...others, badge(100, 100)], PHONE, [], [name]).at(-1)).toEqual([0, 0])
  // Avoiding controls has priority over keeping names readable.
  const all = { left: 0, top: 0, right: 390, bottom: 300 }
  const control = { left: 70, top: 70, right: 130, bottom: 130 }
  const [shift = [0, 0]] = freeSpots([badge(100, 100)], PHONE, [control], [all])
  expect(moved([badge(100, 100)], [shift]).filter((box) => overlap(control, box))).toEqual([])
})

const SEARCH = { left: 12, top: 12, right: 322, bottom: 62 }
const ZOOM = { left: 328, top: 72, right: 374, bottom: 164 }
const place = fc.record({
  x: fc.integer({ min: 0, max: 390 }),
  y: fc.integer({ min: 0, max: 784 }),
})

/** CSS pixels; farther away a badge would seem to belong to another place. */
const FARTHEST = 104

it('a moved badge covers nothing and stays near its place', () => {
  fc.assert(
    fc.property(fc.array(place, { maxLength: 35 }), (places) => {
      const boxes = places.map(({ x, y }) => badge(x, y))
      const shifts = freeSpots(boxes, PHONE, [SEARCH, ZOOM])
      const placedBoxes = moved(boxes, shifts)
      for (const [i, box] of placedBoxes.entries()) {
        const length = Math.hypot(...(shifts[i] ?? [0, 0]))
        expect(length).toBeLessThanOrEqual(FARTHEST)
        if (length === 0) continue
        const before = [SEARCH, ZOOM, ...placedBoxes.slice(0, i)]
        expect(before.filter((other) => overlap(other, box))).toEqual([])
        expect(box.left >= 0 && box.right <= 390 && box.top >= 0 && box.bottom <= 784).toBe(true)
      }
    }),
  )
})

/** Distance to the nearest free spot that keeps `gap` from all obstacles, by brute force. */
function nearestByTryingAll(box: Box, takenBoxes: readonly Box[], gap: number): number {
  const xs = [0, PHONE.left - box.left, PHONE.right - box.right]
  const ys = [0, PHONE.top - box.top, PHONE.bottom - box.bottom]
  for (const other of takenBoxes) {
    xs.push(other.left - gap - box.right, other.right + gap - box.left)
    ys.push(other.top - gap - box.bottom, other.bottom + gap - box.top)
  }
  const grownBoxes = takenBoxes.map(({ left, top, right, bottom }) => ({
    left: left - gap,
    top: top - gap,
    right: right + gap,
    bottom: bottom + gap,
  }))
  const free = xs
    .flatMap((x) => ys.map((y): readonly [number, number] => [x, y]))
    .filter((shift) => {
      const [there] = moved([box], [shift])
      return (
        there &&
        there.left >= PHONE.left &&
        there.right <= PHONE.right &&
        there.top >= PHONE.top &&
        there.bottom <= PHONE.bottom &&
        !grownBoxes.some((other) => overlap(other, there))
      )
    })
  return Math.min(...free.map((shift) => Math.hypot(...shift)))
}

it('a badge moves to the nearest free spot', () => {
  fc.assert(
    fc.property(fc.array(place, { maxLength: 20 }), (places) => {
      const boxes = places.map(({ x, y }) => badge(x, y))
      const shifts = freeSpots(boxes, PHONE, [SEARCH, ZOOM])
      const placedBoxes = moved(boxes, shifts)
      for (const [i, box] of boxes.entries()) {
        const takenBoxes = [SEARCH, ZOOM, ...placedBoxes.slice(0, i)]
        const length = Math.hypot(...(shifts[i] ?? [0, 0]))
        // A box keeps a gap only from what it moves away from; it may touch other neighbours.
        const least = nearestByTryingAll(box, takenBoxes, 0)
        const most = nearestByTryingAll(box, takenBoxes, 1)
        if (length > 0 || most <= FARTHEST) expect(length).toBeGreaterThanOrEqual(least)
        if (most <= FARTHEST) expect(length).toBeLessThanOrEqual(most)
      }
    }),
    {
      numRuns: 40,
      examples: [
        [
          [
            { x: 0, y: 709 },
            { x: 0, y: 710 },
          ],
        ],
      ],
    },
  )
})

it('a thousand badges need less than a million comparisons, wherever they are', () => {
  const screen = { left: 0, top: 0, right: 2560, bottom: 1440 }
  const random = (i: number, step: number, size: number) => (i * step * size) % size
  const crowds = {
    everywhere: (i: number) => badge(random(i, 0.618034, 2560), random(i, 0.754878, 1440)),
    'in one town': (i: number) =>
      badge(900 + random(i, 0.618034, 600), 500 + random(i, 0.754878, 400)),
    'on one spot': () => badge(1280, 720),
  }
  for (const [where, stand] of Object.entries(crowds)) {
    let comparisons = 0
    const boxes = Array.from({ length: 1000 }, (_, i) => stand(i))
    const shifts = freeSpots(boxes, screen, [SEARCH, ZOOM], [], (compared) => {
      comparisons += compared
    })
    expect(shifts).toHaveLength(1000)
    // A few hundred comparisons per badge; comparing all pairs of edges would take a thousand million.
    expect(comparisons, where).toBeLessThan(1_000_000)
  }
})
