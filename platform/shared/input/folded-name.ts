const PLAIN = /^[ -~]*$/

/** Letters and digits as they are typed without accents, anything else as a blank. */
function withoutAccents(text: string): string {
  // Most names are plain: what Unicode knows of letters takes several times as long.
  if (PLAIN.test(text)) return text.replace(/[^a-z0-9]+/g, ' ')
  return text
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
}

/**
 * What different ways to type a name have in common: lower case, no accents, umlauts without their e, words separated by
 * single blanks.
 */
export function foldName(text: string): string {
  return withoutAccents(text.toLowerCase())
    .trim()
    .replace(/([aou])e/g, '$1')
}
