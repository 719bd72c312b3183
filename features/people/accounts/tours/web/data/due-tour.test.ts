import { expect, it } from 'vitest'
import { dueTour } from './due-tour.ts'

const fresh = { tour_map_seen: false, tour_letterbox_seen: false }
const bothSeen = { tour_map_seen: true, tour_letterbox_seen: true }
const occasion = {
  settings: fresh,
  again: [],
  letterboxOpen: false,
  canBorrow: false,
  last: null,
} as const

it('the map tour comes first, and the letterbox tour once the visitor can borrow', () => {
  expect(dueTour(occasion)).toBe('map')
  expect(dueTour({ ...occasion, canBorrow: true })).toBe('letterbox')
})

it('a tour that has been seen comes again only on request', () => {
  expect(dueTour({ ...occasion, settings: bothSeen, canBorrow: true })).toBeNull()
  expect(dueTour({ ...occasion, settings: bothSeen, again: ['map', 'letterbox'] })).toBe('map')
  expect(dueTour({ ...occasion, settings: bothSeen, again: ['letterbox'] })).toBeNull()
  expect(dueTour({ ...occasion, settings: bothSeen, again: ['letterbox'], canBorrow: true })).toBe(
    'letterbox',
  )
})

it('the map tour does not follow right after the letterbox tour, but the other way round it does', () => {
  const lettered = { tour_map_seen: false, tour_letterbox_seen: true }
  expect(dueTour({ ...occasion, settings: lettered, last: 'letterbox' })).toBeNull()
  const mapped = { tour_map_seen: true, tour_letterbox_seen: false }
  expect(dueTour({ ...occasion, settings: mapped, last: 'map', canBorrow: true })).toBe('letterbox')
})

it('the map tour does not start while a letterbox is open', () => {
  expect(dueTour({ ...occasion, letterboxOpen: true })).toBeNull()
})
