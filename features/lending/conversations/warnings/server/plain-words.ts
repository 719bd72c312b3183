/** Invisible characters, which scammers put between letters so that word lists do not match. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/gu

/** Normalizes a text for comparison: lower case, without accents and invisible characters. */
export function plainWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(INVISIBLE, '')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[’`´]/gu, "'")
}

/** Texts with the same key count as the same: the key contains only the words, without punctuation and emoji. */
export function sameTextKey(text: string): string {
  const words = plainWords(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return words === '' ? text.trim() : words
}
