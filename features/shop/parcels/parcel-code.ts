/**
 * The code on the slip in a parcel: eight letters and digits without those that look alike on paper (no 0 and O, no
 * 1, I and L). The last one is a check digit.
 */

/** 31 characters. Because 31 is prime, the weighted sum detects every wrong character and every swap of two. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 8

export const PARCEL_CODE_COUNT = SIGNS.length ** (LENGTH - 1)

/** Weights from 8 down to 1; the check character has weight 1. */
const sum = (signs: string): number =>
  [...signs].reduce((total, sign, i) => total + (LENGTH - i) * SIGNS.indexOf(sign), 0)

/** The code of a rank from 0 to {@link PARCEL_CODE_COUNT} - 1. */
export function parcelCodeOf(rank: number): string {
  let signs = ''
  for (let rest = rank; signs.length < LENGTH - 1; rest = Math.floor(rest / SIGNS.length)) {
    signs = SIGNS.charAt(rest % SIGNS.length) + signs
  }
  const over = sum(signs) % SIGNS.length
  return signs + SIGNS.charAt((SIGNS.length - over) % SIGNS.length)
}

/** Normalizes a typed code; null if it cannot be a code. */
export function readParcelCode(text: string): string | null {
  const code = text.replace(/[\s-]/g, '').toUpperCase()
  const isWellFormed = code.length === LENGTH && [...code].every((sign) => SIGNS.includes(sign))
  return isWellFormed && sum(code) % SIGNS.length === 0 ? code : null
}

/** The printed form, in two groups. */
export const formatParcelCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`
