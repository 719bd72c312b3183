import { expect, it } from 'vitest'
import { letterboxCodeOf, readLetterboxCode } from './letterbox-code.ts'

it('random bytes become seven signs without I, L, O and U', () => {
  const every = Uint8Array.from({ length: 256 }, (_, index) => index)
  const signs = [...every].map((byte) => letterboxCodeOf(new Uint8Array(7).fill(byte)).charAt(0))
  expect(new Set(signs).size).toBe(32)
  expect(signs.join('')).not.toMatch(/[ILOU]/)
  // Each sign has as many bytes as every other.
  expect(signs.filter((sign) => sign === 'Z')).toHaveLength(8)
  expect(letterboxCodeOf(every)).toBe('0123456')
})

it.each([
  ['7k3q9ab', '7K3Q9AB'],
  [' 7K3-Q9 AB', '7K3Q9AB'],
  ['ilo1O0L', '1101001'],
])('%s is read as %s', (typed, code) => {
  expect(readLetterboxCode(typed)).toBe(code)
})

it.each(['', '7K3Q9A', '7K3Q9ABC', '7K3Q9AU', '7K3Q9A%', '٧K3Q9AB'])('%j is no code', (typed) => {
  expect(readLetterboxCode(typed)).toBeNull()
})
