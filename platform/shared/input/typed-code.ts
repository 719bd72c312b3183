import { withLatinDigits } from './latin-digits.ts'

/** Letters and digits that nobody takes for another one: no 0 and O, no 1, I and L. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const CODE_LENGTH = 8

/** As it stands in a mail: `K7MP-3XQR`. */
export function writtenCode(code: string): string {
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`
}

/**
 * What somebody types who reads a code: in small letters as well, with or without the hyphen, with blanks.
 * @returns the code; null for what is none, such as the secret of a link
 */
export function readCode(typed: string): string | null {
  const code = withLatinDigits(typed)
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
  const isCode = code.length === CODE_LENGTH && [...code].every((c) => CODE_ALPHABET.includes(c))
  return isCode ? code : null
}
