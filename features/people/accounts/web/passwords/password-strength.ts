import { isWrittenByRule } from '#platform/shared/input/guessable-password.ts'

type Strength = 'short' | 'weak' | 'fair' | 'strong'

const POOLS: readonly [RegExp, number][] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\d/, 10],
  [/[^\p{L}\d]/u, 33],
]

/**
 * A hint while typing. Passwords that the server rejects at once count as weak. Otherwise log2 of
 * the guesses for random characters of the kinds in use. Repeated characters and steps along a
 * sequence (`aaaa`, `1234`) count as half a character.
 */
export function passwordStrength(password: string, minLength: number): Strength {
  const characters = [...password]
  if (characters.length < minLength) return 'short'
  if (isWrittenByRule(password)) return 'weak'
  const pool = POOLS.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0)
  const length = characters.reduce((sum, character, index) => {
    const before = characters[index - 1]
    const step = before === undefined ? 2 : codeOf(character) - codeOf(before)
    return sum + (Math.abs(step) <= 1 ? 0.5 : 1)
  }, 0)
  const bits = length * Math.log2(pool)
  if (bits < 45) return 'weak'
  return bits < 65 ? 'fair' : 'strong'
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0
}
