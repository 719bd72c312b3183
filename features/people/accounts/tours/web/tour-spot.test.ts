import { expect, it } from 'vitest'
import { edgeAwayFrom } from './tour-spot.ts'

it.each([
  ['a button at the bottom of a phone', { y: 756, height: 88 }, 844, 'top'],
  ['the search at the top of a phone', { y: 72, height: 104 }, 844, 'bottom'],
  ['a map above a sheet that covers the lower half', { y: 60, height: 244 }, 568, 'bottom'],
  ['a button in a sheet that was drawn to the top', { y: 100, height: 88 }, 844, 'bottom'],
] as const)('the explanation stands away from %s', (_what, box, screenHeight, edge) => {
  expect(edgeAwayFrom(box, screenHeight)).toBe(edge)
})
