import { VALIDATION } from '../errors.ts'

/**
 * Characters that can be printed on labels, slips and invoices: Latin, Greek and Cyrillic letters, and punctuation of
 * addresses. The fonts are in `platform/server/papers/paper-fonts.ts`; its test compares the two.
 */
const PRINTABLE =
  /^[\u0020-\u007e\u00a0-\u02ba\u0370-\u03ff\u0400-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u20ac\u2116\u2122]$/

/** All spaces, joiners and direction marks. */
const INVISIBLE = /[\p{Zs}\p{Cf}]/gu

/** The characters of a text that cannot be printed, each once. */
export const unprintableIn = (text: string): string[] => {
  const letters = [...text.normalize('NFC').replace(INVISIBLE, '')]
  return [...new Set(letters.filter((letter) => !PRINTABLE.test(letter)))]
}

/** Maximum number of characters in the error: a whole address in another script needs no list. */
const NAMED_LETTERS = 8

/** For `refine`: a text that will be printed. The error lists the characters that cannot be. */
export const isPrintable = (text: string | null): boolean =>
  text === null || unprintableIn(text).length === 0

export const printableError = {
  error: ({ input }: { input?: unknown }) =>
    `${VALIDATION.letters}:${unprintableIn(String(input)).slice(0, NAMED_LETTERS).join(' ')}`,
}
