import { distance } from 'fastest-levenshtein'

const lettersOf = (text: string) => [...text].sort().join('')

/** Number of typing errors between two words; two swapped letters count as one. */
export const slips = (a: string, b: string) => {
  const edits = distance(a, b)
  return edits === 2 && a.length === b.length && lettersOf(a) === lettersOf(b) ? 1 : edits
}
