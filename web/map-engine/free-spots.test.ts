import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Box, freeSpots } from './free-spots.ts'

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
const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

it('leaves alone what stands free, and what is not in view', () => {
  const boxes = [badge(100, 100), badge(100, 200), badge(-60, 300), badge(-70, 300)]
  expect(freeSpots(boxes, PHONE, [])).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
  ])
})

it('moves the later of two by as little as can be', () => {
  expect(freeSpots([badge(100, 100), badge(148, 104)], PHONE, [])).toEqual([
    [0, 0],
    [5, 0],
  ])
})

it('comes out from under a control, and back from over the edge', () => {
  const search = { left: 12, top: 12, right: 322, bottom: 62 }
  expect(freeSpots([badge(150, 60)], PHONE, [search])).toEqual([[0, 28]])
  expect(freeSpots([badge(380, 300)], PHONE, [])).toEqual([[-16, 0]])
})

it('covers nothing, wherever the badges of a screen stand', () => {
  const place = fc.record({
    x: fc.integer({ min: 0, max: 390 }),
    y: fc.integer({ min: 0, max: 784 }),
  })
  const search = { left: 12, top: 12, right: 322, bottom: 62 }
  const zoom = { left: 328, top: 72, right: 374, bottom: 164 }
  fc.assert(
    fc.property(fc.array(place, { maxLength: 35 }), (places) => {
      const boxes = places.map(({ x, y }) => badge(x, y))
      const shown = moved(boxes, freeSpots(boxes, PHONE, [search, zoom]))
      for (const [i, box] of shown.entries()) {
        expect([search, zoom, ...shown.slice(0, i)].filter((other) => overlap(other, box))).toEqual(
          [],
        )
        expect(box.left >= 0 && box.right <= 390 && box.top >= 0 && box.bottom <= 784).toBe(true)
      }
    }),
  )
})
