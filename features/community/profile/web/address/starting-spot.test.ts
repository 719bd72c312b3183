import { expect, it } from 'vitest'
import type { GeocodingResult } from '#features/places/geocoding/contract.ts'
import { farFrom, startingSpot } from './starting-spot.ts'

const HOUSE = { latitude: 47.38, longitude: 8.52 }
/** 220 m, 5.6 km and 120 km away. */
const [NEXT_DOOR, ACROSS_TOWN, ELSEWHERE] = [
  { latitude: 47.382, longitude: 8.52 },
  { latitude: 47.43, longitude: 8.52 },
  { latitude: 46.3, longitude: 8.52 },
]
const geocodedAt = (location_type: GeocodingResult['location_type'], position = HOUSE) => ({
  ...position,
  location_type,
})
const noSpots = { saved: null, old: null, geocoded: null }

it('startingSpot returns the saved spot of this address, else the geocoded one', () => {
  const start = { ...noSpots, saved: NEXT_DOOR, old: HOUSE, geocoded: geocodedAt('ROOFTOP') }
  expect(startingSpot(start)).toEqual({ position: NEXT_DOOR, source: 'saved' })
  expect(startingSpot({ ...noSpots, geocoded: geocodedAt('STREET') })?.source).toBe('address')
  expect(startingSpot(noSpots)).toBeNull()
})

it('startingSpot never takes the centre of a town for an address', () => {
  const start = { ...noSpots, geocoded: geocodedAt('APPROXIMATE') }
  expect(startingSpot(start)).toEqual({ position: HOUSE, source: 'town' })
})

it.each([
  ['ROOFTOP', NEXT_DOOR, 'address'],
  // The new street wins, however near the old house is.
  ['STREET', NEXT_DOOR, 'address'],
  ['STREET', ACROSS_TOWN, 'address'],
  ['APPROXIMATE', ACROSS_TOWN, 'old'],
  ['APPROXIMATE', HOUSE, 'town'],
  ['APPROXIMATE', ELSEWHERE, 'town'],
] as const)(
  'startingSpot with %s and an old spot at %o starts from the %s',
  (type, old, source) => {
    expect(startingSpot({ ...noSpots, old, geocoded: geocodedAt(type) })?.source).toBe(source)
  },
)

it('startingSpot returns the old spot if nothing was found', () => {
  expect(startingSpot({ ...noSpots, old: HOUSE })).toEqual({ position: HOUSE, source: 'old' })
})

it.each([
  ['ROOFTOP', NEXT_DOOR, null],
  ['ROOFTOP', ACROSS_TOWN, 'farFromHouse'],
  ['STREET', NEXT_DOOR, null],
  ['STREET', ACROSS_TOWN, 'farFromHouse'],
  ['APPROXIMATE', ACROSS_TOWN, null],
  ['APPROXIMATE', ELSEWHERE, 'farFromTown'],
] as const)('farFrom with %s found and a spot at %o is %s', (type, spot, about) => {
  expect(farFrom(geocodedAt(type), spot)?.about ?? null).toBe(about)
})

it('farFrom is null if nothing was found', () => {
  expect(farFrom(null, ELSEWHERE)).toBeNull()
})
