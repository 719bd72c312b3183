const PLAIN = /^[ -~]*$/

/** Removes accents; everything that is not a letter or digit becomes a blank. */
function withoutAccents(text: string): string {
  // Fast path for plain names: Unicode properties take several times as long.
  if (PLAIN.test(text)) return text.replace(/[^a-z0-9]+/g, ' ')
  return text
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
}

/**
 * Folds different spellings of a name into one: lower case, no accents, umlauts without their e, words separated by
 * single blanks.
 */
export function foldName(text: string): string {
  return withoutAccents(text.toLowerCase())
    .trim()
    .replace(/([aou])e/g, '$1')
}
