import { VALIDATION } from '../errors.ts'

/**
 * What labels, slips and invoices can be set in: Latin, Greek and Cyrillic letters, and the signs of an address.
 * `platform/server/papers/paper-fonts.ts` has the typefaces; its test compares the two.
 */
const PRINTABLE =
  /^[\u0020-\u007e\u00a0-\u02ba\u0370-\u03ff\u0400-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u20ac\u2116\u2122]$/

/** Spaces of every width, and what only joins letters or says in which direction they run. */
const INVISIBLE = /[\p{Zs}\p{Cf}]/gu

/** The letters of a text that no paper can be set in, each once. */
export const unprintableIn = (text: string): string[] => {
  const letters = [...text.normalize('NFC').replace(INVISIBLE, '')]
  return [...new Set(letters.filter((letter) => !PRINTABLE.test(letter)))]
}

/** So many are named: a whole address in another script needs no list. */
const NAMED_LETTERS = 8

/** For `refine`: a text that stands on paper. Its error names the letters that cannot. */
export const isPrintable = (text: string | null): boolean =>
  text === null || unprintableIn(text).length === 0

export const printableError = {
  error: ({ input }: { input?: unknown }) =>
    `${VALIDATION.letters}:${unprintableIn(String(input)).slice(0, NAMED_LETTERS).join(' ')}`,
}
