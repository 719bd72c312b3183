import { expect, it } from 'vitest'
import { newPasswordSchema } from './accounts.ts'
import { VALIDATION } from './errors.ts'
import { isWordWithYear } from './guessable-password.ts'

const refusal = (password: string) =>
  newPasswordSchema.safeParse(password).error?.issues[0]?.message

it.each([
  'Zürich2026',
  'Zu\u0308rich2026',
  'winterthur1999',
  'St. Gallen 2024!',
  'La Chaux-de-Fonds2026',
  '2026Gen\u00e8ve',
  '!!1987 - Thun',
])('refuses %s: a place and a year', (password) => {
  expect(isWordWithYear(password)).toBe(true)
  expect(refusal(password)).toBe(VALIDATION.commonPassword)
})

it.each([
  'Kirschbaum am Gartenzaun 2026',
  'Zürich2026Quitten',
  'sieben Laternen am Quai',
  '20262027',
  'qR7 Zürich 2026',
])('takes %s', (password) => {
  expect(isWordWithYear(password)).toBe(false)
  expect(refusal(password)).toBeUndefined()
})
