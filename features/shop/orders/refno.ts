/**
 * The number by which people name an order: nine digits, which can be read aloud in any language, with the last one
 * as check digit.
 */

/** H. M. Damm's quasigroup of order 10 (2004): detects every wrong digit and every swap of two neighbours. */
const DAMM = [
  [0, 3, 1, 7, 5, 9, 8, 6, 4, 2],
  [7, 0, 9, 2, 1, 5, 4, 8, 6, 3],
  [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
  [1, 7, 5, 0, 9, 8, 3, 4, 2, 6],
  [6, 1, 2, 3, 0, 4, 5, 9, 7, 8],
  [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
  [5, 8, 6, 9, 7, 2, 0, 1, 3, 4],
  [8, 9, 4, 5, 3, 6, 2, 0, 1, 7],
  [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
  [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
]

const checkDigit = (digits: string): number =>
  [...digits].reduce((state, digit) => DAMM[state]?.[Number(digit)] ?? 0, 0)

/** How many reference numbers there are: eight digits, the first of which is never zero. */
export const REFNO_COUNT = 90_000_000

/** The reference number of a rank from 0 to {@link REFNO_COUNT} - 1. */
export function refnoOf(rank: number): string {
  const digits = String(rank + 10_000_000)
  return digits + checkDigit(digits)
}

/** Whether a text can be a reference number, with or without spaces. */
export function isRefno(text: string): boolean {
  const digits = text.replace(/\s/g, '')
  return /^[1-9]\d{8}$/.test(digits) && checkDigit(digits) === 0
}

/** In groups of three, as people read numbers aloud. */
export const formatRefno = (refno: string): string => refno.replace(/(\d{3})(?=\d)/g, '$1\u00a0')
