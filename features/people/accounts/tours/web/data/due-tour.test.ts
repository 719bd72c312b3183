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

it('shows the map first, and the borrow button where one can borrow', () => {
  expect(dueTour(occasion)).toBe('map')
  expect(dueTour({ ...occasion, canBorrow: true })).toBe('letterbox')
})

it('shows what was seen only when asked', () => {
  expect(dueTour({ ...occasion, settings: bothSeen, canBorrow: true })).toBeNull()
  expect(dueTour({ ...occasion, settings: bothSeen, again: ['map', 'letterbox'] })).toBe('map')
  expect(dueTour({ ...occasion, settings: bothSeen, again: ['letterbox'] })).toBeNull()
  expect(dueTour({ ...occasion, settings: bothSeen, again: ['letterbox'], canBorrow: true })).toBe(
    'letterbox',
  )
})

it('does not go on with the map right after a letterbox, but the other way round', () => {
  const lettered = { tour_map_seen: false, tour_letterbox_seen: true }
  expect(dueTour({ ...occasion, settings: lettered, last: 'letterbox' })).toBeNull()
  const mapped = { tour_map_seen: true, tour_letterbox_seen: false }
  expect(dueTour({ ...occasion, settings: mapped, last: 'map', canBorrow: true })).toBe('letterbox')
})

it('keeps the words about the map away from an open letterbox, such as the new own one', () => {
  expect(dueTour({ ...occasion, letterboxOpen: true })).toBeNull()
})
