import { afterEach, beforeEach, expect, it } from 'vitest'
import { CONFIG_KEY } from '../../data/config.ts'
import { queryClient } from '../../data/query-client.ts'
import { showLanguage } from '../../start/texts.ts'
import { dateInWords } from './date-in-words.ts'

beforeEach(() => showLanguage('en'))

afterEach(() => queryClient.clear())

it.each([
  ['a date stays itself', '2026-08-16', '16 August 2026'],
  ['a moment is on the day of the community', '2026-08-16T22:30:00.000Z', '17 August 2026'],
])('%s', (_what, dateOrMoment, words) => {
  queryClient.setQueryData(CONFIG_KEY, { time_zone: 'Europe/Zurich' })
  expect(dateInWords(dateOrMoment)).toBe(words)
})
