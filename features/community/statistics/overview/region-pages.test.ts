import { expect, it } from 'vitest'
import { usualRegionPages } from './region-pages.ts'

const regions = (count: number, letterboxes: number) =>
  Array.from({ length: count }, () => letterboxes)

it.each([
  ['a small community has a page for each region', regions(5, 4), 3],
  ['as many pages as a reader leafs through', regions(12, 9), 3],
  ['small regions stand together where there are more', [...regions(3, 60), ...regions(40, 9)], 10],
  ['and middling ones where these are many, too', [...regions(10, 60), ...regions(40, 49)], 50],
  ['as few pages as can be chosen', regions(90, 999), 200],
  ['nothing at all', [], 3],
])('%s', (_, letterboxes, from) => {
  expect(usualRegionPages(letterboxes)).toBe(from)
})
