/** A JSON string, with the colon after it if it is a key. */
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g

function countKeysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value).reduce((sum: number, each) => sum + countKeysIn(each), 0)
  return Array.isArray(value) ? inner : inner + Object.keys(value).length
}

/**
 * Whether an object in a JSON text contains a key twice. Parsers disagree about which one wins, so we compare the
 * number of keys in the text with the number parsed.
 * @param value the parsed text
 */
export function hasDuplicateKeys(text: string, value: unknown): boolean {
  let written = 0
  for (const [, colon] of text.matchAll(STRING)) if (colon) written += 1
  return written !== countKeysIn(value)
}
