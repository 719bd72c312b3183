import { expect, it } from 'vitest'
import { formatParcelCode, PARCEL_CODE_COUNT, parcelCodeOf, readParcelCode } from './parcel-code.ts'

const RANKS = [0, 1, 30, 31, 123_456_789, PARCEL_CODE_COUNT - 1]

it('a parcel code is accepted in lower case, with spaces or a hyphen', () => {
  for (const rank of RANKS) {
    const code = parcelCodeOf(rank)
    expect(code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/)
    const printed = formatParcelCode(code)
    for (const typed of [code, printed, printed.toLowerCase(), ` ${printed.replace('-', ' ')} `]) {
      expect(readParcelCode(typed)).toBe(code)
    }
  }
  expect(new Set(RANKS.map(parcelCodeOf)).size).toBe(RANKS.length)
})

it('a parcel code is refused with one wrong character or two swapped ones', () => {
  const code = parcelCodeOf(123_456_789)
  const signs = [...code]
  for (const i of signs.keys()) {
    for (const other of '23456789ABCDEFGHJKMNPQRSTUVWXYZ') {
      const wrong = signs.with(i, other).join('')
      expect(readParcelCode(wrong)).toBe(wrong === code ? code : null)
    }
    for (const j of signs.keys()) {
      const swapped = signs
        .with(i, signs[j] ?? '')
        .with(j, signs[i] ?? '')
        .join('')
      expect(readParcelCode(swapped)).toBe(swapped === code ? code : null)
    }
  }
})

it.each(['', 'ABCD', 'ABCD-EFGH-J', '0000-0000', 'IL1O-0OO1', '🙂🙂🙂🙂'])(
  'the text %j is not a parcel code',
  (text) => {
    expect(readParcelCode(text)).toBeNull()
  },
)
