import { distance } from 'fastest-levenshtein'
import type { z } from 'zod'
import { mayHoldSecret } from './masking.ts'

type Environment = Record<string, string | undefined>

const listed = (values: readonly unknown[]) => values.map(String).join(', ')

/** Error texts for values, if the setting's schema has none of its own. */
export const wordsOfIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_value':
      return `must be one of ${listed(issue.values)}`
    case 'invalid_type':
      return issue.expected === 'int' ? 'must be a whole number' : `must be a ${issue.expected}`
    case 'too_small':
      return issue.origin === 'string'
        ? `must have at least ${issue.minimum} characters`
        : `must be at least ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'string'
        ? `must have at most ${issue.maximum} characters`
        : `must be at most ${issue.maximum}`
    case 'invalid_format':
      return issue.format === 'email' ? 'must be an e-mail address' : 'has another form'
    default:
      return 'cannot be read'
  }
}

/** Whether two names differ by two swapped neighbouring letters, the most common typo. */
function isTransposed(a: string, b: string): boolean {
  const at = [...a].findIndex((letter, place) => letter !== b[place])
  return at >= 0 && a.slice(0, at) + a.charAt(at + 1) + a.charAt(at) + a.slice(at + 2) === b
}

const mistakesBetween = (a: string, b: string) => (isTransposed(a, b) ? 1 : distance(a, b))

/** Maximum number of wrong letters: HOME must not match HOST, nor PGHOST. */
const mistakesIn = (name: string, meant: string) =>
  Math.min(name.length, meant.length) >= 6 ? 2 : 1

export interface Misspelt {
  name: string
  meant: string
}

/**
 * Environment variables that look like a misspelt setting which is not set; they would be ignored silently.
 * @param known names of settings
 */
export function misspeltSettings(environment: Environment, known: readonly string[]): Misspelt[] {
  const names = known.flatMap((name) => (mayHoldSecret(name) ? [name, `${name}_FILE`] : [name]))
  return Object.entries(environment).flatMap(([name, value]) => {
    if (!value || names.includes(name)) return []
    const [nearest] = names
      .map((meant) => ({ meant, mistakes: mistakesBetween(name.toUpperCase(), meant) }))
      .filter(({ meant, mistakes }) => mistakes <= mistakesIn(name, meant))
      .sort((a, b) => a.mistakes - b.mistakes)
    return nearest && !environment[nearest.meant] ? [{ name, meant: nearest.meant }] : []
  })
}

export const wordsOfMisspelt = ({ name, meant }: Misspelt) =>
  `${name} is not a setting: did you mean ${meant}?`
