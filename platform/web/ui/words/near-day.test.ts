import { expect, it } from 'vitest'
import { nearDay } from './near-day.ts'

/** A Wednesday. */
const TODAY = '2026-11-25'

it.each([
  ['2026-11-25', 'heute', 'today', 'aujourd’hui', true],
  ['2026-11-26', 'morgen', 'tomorrow', 'demain', true],
  ['2026-11-29', 'Sonntag', 'Sunday', 'dimanche', true],
  ['2026-12-01', 'Dienstag', 'Tuesday', 'mardi', true],
  ['2026-12-02', '2. Dezember', '2 December', '2 décembre', false],
  ['2026-11-24', '24. November', '24 November', '24 novembre', false],
] as const)('%s', (day, de, en, fr, near) => {
  expect(nearDay(day, TODAY, 'de')).toEqual({ words: de, near })
  expect(nearDay(day, TODAY, 'en')).toEqual({ words: en, near })
  expect(nearDay(day, TODAY, 'fr')).toEqual({ words: fr, near })
})
