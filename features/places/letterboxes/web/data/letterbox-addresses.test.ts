import { expect, it } from 'vitest'
import { groupByAddress } from './letterbox-addresses.ts'

const at = (id: string, address: string, latitude = 47.37) => ({
  id,
  address,
  postcode: '8004',
  city: 'Zürich',
  latitude,
  longitude: 8.54,
})

it('groupByAddress() groups letterboxes of one house and keeps distant ones apart', () => {
  const houses = groupByAddress([
    at('a', 'Weg 1'),
    at('b', 'Weg 1', 47.37001),
    at('c', 'Weg 1', 47.4),
    at('d', 'Weg 1a'),
  ])
  expect(houses.map(({ label, ids }) => [label, ids])).toEqual([
    ['Weg 1, 8004 Zürich', ['a', 'b']],
    ['Weg 1, 8004 Zürich', ['c']],
    ['Weg 1a, 8004 Zürich', ['d']],
  ])
})
