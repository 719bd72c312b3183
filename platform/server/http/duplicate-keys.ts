/** A string of JSON, and the colon behind it where it is a key. */
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g

function countKeysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value).reduce((sum: number, each) => sum + countKeysIn(each), 0)
  return Array.isArray(value) ? inner : inner + Object.keys(value).length
}

/**
 * Whether an object of a JSON text has a key twice, of which programs take one or the other: then fewer keys were read than are
 * written.
 * @param value what the text was read as
 */
export function hasDuplicateKeys(text: string, value: unknown): boolean {
  let written = 0
  for (const [, colon] of text.matchAll(STRING)) if (colon) written += 1
  return written !== countKeysIn(value)
}
