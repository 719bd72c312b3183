import { expect, it } from 'vitest'
import { widthBetween } from './line-width.ts'

it('the line width grows with the zoom between its stops and is constant beyond', () => {
  const width = widthBetween([10, 1], [14, 5], [18, 20])
  expect([8, 10, 14, 18, 21].map(width)).toEqual([1, 1, 5, 20, 20])
  const between = [10, 11, 12, 13, 14].map(width)
  const steps = between.slice(1).map((wide, i) => wide - (between[i] ?? 0))
  expect(steps).toEqual([...steps].sort((a, b) => a - b))
})
