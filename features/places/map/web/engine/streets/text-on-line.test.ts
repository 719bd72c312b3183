import { expect, it } from 'vitest'
import { placeLetters, Walk } from './text-on-line.ts'

const WIDTHS = [10, 10, 10]
const at = (...points: [number, number][]) => new Walk(points.map(([x, y]) => ({ x, y })))

it('a line has a length and a point at every distance', () => {
  const walk = at([0, 0], [30, 40], [30, 140])
  expect(walk.length).toBe(150)
  expect(walk.at(25)).toEqual({ x: 15, y: 20 })
  expect(walk.at(60)).toEqual({ x: 30, y: 50 })
  expect(walk.at(-5)).toEqual({ x: 0, y: 0 })
  expect(walk.at(500)).toEqual({ x: 30, y: 140 })
})

it('the letters of a name follow each other on a line', () => {
  const letters = placeLetters(at([0, 7], [100, 7]), 20, WIDTHS)
  expect(letters).toEqual([
    { x: 25, y: 7, angle: 0 },
    { x: 35, y: 7, angle: 0 },
    { x: 45, y: 7, angle: 0 },
  ])
})

it('the letters stay upright on a line that runs to the left', () => {
  const letters = placeLetters(at([100, 0], [0, 0]), 20, WIDTHS)
  expect(letters?.map(({ x }) => x)).toEqual([55, 65, 75])
  for (const { angle } of letters ?? []) expect(Math.cos(angle)).toBeCloseTo(1)
})

it('the letters follow a bend, and are omitted on a sharp one', () => {
  const bend = placeLetters(at([0, 0], [50, 0], [100, 20]), 35, WIDTHS)
  expect(bend?.[0]?.angle).toBeCloseTo(0, 1)
  expect(bend?.[2]?.angle).toBeGreaterThan(0.2)
  expect(placeLetters(at([0, 0], [50, 0], [45, 60]), 35, WIDTHS)).toBeNull()
})

it('the letters of a name do not turn round the corner of a street', () => {
  // Letters take their direction from 18 pixels, so a right angle is a third of one for each letter.
  const corner = at([0, 0], [60, 0], [60, 60])
  expect(placeLetters(corner, 35, WIDTHS.concat(WIDTHS))).toBeNull()
  expect(placeLetters(corner, 0, WIDTHS)).not.toBeNull()
})

it('the letters of a name do not pile up where a street steps back a little', () => {
  const line = at([0, 0], [60, 0], [54, 0.5], [160, 1])
  expect(placeLetters(line, 40, WIDTHS.concat(WIDTHS))).toBeNull()
  // Beside the step there is room.
  expect(placeLetters(line, 80, WIDTHS.concat(WIDTHS))).not.toBeNull()
})
