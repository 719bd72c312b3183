import { expect, it } from 'vitest'
import { isFramed } from './framing.ts'

/** The area of a phone's map between search field and sheet. */
const STRIP = { x: 390, y: 260 }
const middle = { latitude: 47.37, longitude: 8.54 }
const north = (metres: number) => ({ ...middle, latitude: middle.latitude + metres / 111_195 })

it('isFramed() accepts positions well inside the view, at that zoom or a wider one', () => {
  // 890 m are 273 px at zoom 15 and 68 px at 13; a marker needs room above its spot.
  expect(isFramed(STRIP, middle, [north(890)], 15)).toBe(false)
  expect(isFramed(STRIP, middle, [north(890)], 14)).toBe(false)
  expect(isFramed(STRIP, middle, [north(890)], 13)).toBe(false)
  expect(isFramed(STRIP, middle, [north(-890)], 13)).toBe(true)
  expect(isFramed(STRIP, middle, [north(890)], 12)).toBe(true)
  expect(isFramed(STRIP, middle, [north(-890), north(890)], 13)).toBe(false)
})

it('isFramed() takes the short way around the world, and works on a tiny map', () => {
  const [west, east] = [179.999, -179.999].map((longitude) => ({ latitude: 0, longitude }))
  if (west && east) expect(isFramed(STRIP, west, [east], 15)).toBe(true)
  expect(isFramed({ x: 10, y: 0 }, middle, [middle], 20)).toBe(true)
})
