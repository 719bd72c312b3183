/** Code points of "La Chaux-de-Fonds"; whatever is longer is more than one word. */
const WORD_LENGTH = 17
/** Code units, signs included: nothing longer is looked at. */
const LOOKED_AT = 48
const SIGNS_AT_ENDS = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu
const WORD_THEN_YEAR = /^(\D+)(?:19|20)\d{2}$/
const YEAR_THEN_WORD = /^(?:19|20)\d{2}(\D+)$/

/**
 * Whether a password is one word with a year ("Zürich2026!"), which is tried first, whatever the
 * word. Both sides ask it: what is refused is never called good while it is typed.
 */
export function isWordWithYear(password: string): boolean {
  if (password.length > LOOKED_AT) return false
  const core = password.normalize('NFKC').replace(SIGNS_AT_ENDS, '')
  const [, beside] = WORD_THEN_YEAR.exec(core) ?? YEAR_THEN_WORD.exec(core) ?? []
  const word = beside?.replace(SIGNS_AT_ENDS, '')
  return word !== undefined && [...word].length <= WORD_LENGTH
}
