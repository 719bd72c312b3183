import { expect, it } from 'vitest'
import { withCorner } from './outline.ts'

const SQUARE: [number, number][] = [
  [8, 47],
  [9, 47],
  [9, 48],
  [8, 48],
]

it('a corner beside an edge becomes a neighbour of both ends of the edge', () => {
  const { corners, index } = withCorner(SQUARE, [8.5, 46.9])
  expect(index).toBe(1)
  expect(corners).toEqual([
    [8, 47],
    [8.5, 46.9],
    [9, 47],
    [9, 48],
    [8, 48],
  ])
})

it('a corner beside the edge from the last to the first corner is appended', () => {
  expect(withCorner(SQUARE, [7.9, 47.5]).index).toBe(4)
})

it('the first three corners keep their order', () => {
  const { corners } = withCorner(
    [
      [8, 47],
      [9, 47],
    ],
    [8.5, 47],
  )
  expect(corners).toEqual([
    [8, 47],
    [9, 47],
    [8.5, 47],
  ])
})
