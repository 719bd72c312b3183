import { expect, it } from 'vitest'
import { newPasswordSchema } from '#features/people/accounts/contract.ts'
import { VALIDATION } from '../errors.ts'
import { isWrittenByRule } from './guessable-password.ts'

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
  '20261123',
  '23112026',
  '23.11.2026',
  '2026-11-23!',
  '11/23/26',
  '1.12.1987',
])('the password %s is refused as a place with a year or a date', (password) => {
  expect(isWrittenByRule(password)).toBe(true)
  expect(refusal(password)).toBe(VALIDATION.commonPassword)
})

it.each([
  'Kirschbaum am Gartenzaun 2026',
  'Zürich2026Quitten',
  'sieben Laternen am Quai',
  '20262027',
  '20261323',
  '32.11.2026',
  '20261123 Quitten',
  'qR7 Zürich 2026',
])('the password %s is accepted', (password) => {
  expect(isWrittenByRule(password)).toBe(false)
  expect(refusal(password)).toBeUndefined()
})
