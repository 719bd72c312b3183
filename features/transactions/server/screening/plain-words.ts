/** What looks like nothing, put between letters so that no list finds the word. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/gu

/** A text as its words sound: small letters without accents, whatever was put between them. */
export function plainWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(INVISIBLE, '')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[’`´]/gu, "'")
}

/** By it two texts are the same: what is left of them without punctuation, spaces and emoji. */
export function sameTextKey(text: string): string {
  const words = plainWords(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return words === '' ? text.trim() : words
}
