import { expect, it } from 'vitest'
import { daysAgo } from './days-ago.ts'

const now = new Date('2026-05-22T15:00:00Z')

it.each([
  ['2026-05-22', 'en', 'today'],
  ['2026-05-21', 'en', 'yesterday'],
  ['2026-05-01', 'en', '3 weeks ago'],
  ['2026-05-01', 'de', 'vor 3 Wochen'],
  ['2026-02-01', 'fr', 'il y a 3 mois'],
  ['2024-05-01', 'en', '2 years ago'],
  // A clock that is behind.
  ['2026-06-01', 'en', 'today'],
] as const)('%s in %s is %s', (date, language, words) => {
  expect(daysAgo(date, language, now)).toBe(words)
})
