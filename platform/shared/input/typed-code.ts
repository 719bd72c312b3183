import { withLatinDigits } from './latin-digits.ts'

/** Letters and digits that are hard to confuse: no 0 and O, no 1, I and L. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const CODE_LENGTH = 8

/** Formatted for a mail: `K7MP-3XQR`. */
export function writtenCode(code: string): string {
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`
}

/**
 * Reads a typed code: lower case, blanks and a missing hyphen are allowed.
 * @returns the code; null if the text is not a code, for example a link's secret
 */
export function readCode(typed: string): string | null {
  const code = withLatinDigits(typed)
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
  const isCode = code.length === CODE_LENGTH && [...code].every((c) => CODE_ALPHABET.includes(c))
  return isCode ? code : null
}
