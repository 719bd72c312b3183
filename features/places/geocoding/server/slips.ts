import { distance } from 'fastest-levenshtein'

const lettersOf = (text: string) => [...text].sort().join('')

/** Slips of the finger between two words; letters that were exchanged are one. */
export const slips = (a: string, b: string) => {
  const edits = distance(a, b)
  return edits === 2 && a.length === b.length && lettersOf(a) === lettersOf(b) ? 1 : edits
}
