import { expect, it } from 'vitest'
import { formatDistance } from './distance.ts'

it('a distance below a kilometre is in metres with one decimal', () => {
  expect(formatDistance(0, 'en')).toBe('0 m')
  expect(formatDistance(240, 'de')).toBe('240 m')
  expect(formatDistance(410.46, 'en')).toBe('410.5 m')
  expect(formatDistance(999.94, 'en')).toBe('999.9 m')
})

it('a distance from a kilometre on is in kilometres with two decimals', () => {
  expect(formatDistance(999.96, 'en')).toBe('1 km')
  expect(formatDistance(1000, 'en')).toBe('1 km')
  expect(formatDistance(1234.5, 'de')).toBe('1.23 km')
  expect(formatDistance(12_345, 'fr').replace(/\s/g, ' ')).toBe('12,35 km')
})
