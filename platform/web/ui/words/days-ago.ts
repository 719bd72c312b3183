import { DAY_MS } from '#platform/shared/durations.ts'
import type { Language } from '#platform/shared/languages.ts'
import { serverNow } from '../../data/server-clock.ts'
import { relativeFormat } from './relative-format.ts'

const STEPS = [
  ['year', 365],
  ['month', 30],
  ['week', 7],
  ['day', 1],
] as const

/** How long ago a calendar date is, in the largest unit that fits: "3 weeks ago", "today". */
export function daysAgo(date: string, language: Language, now = serverNow()): string {
  const days = Math.max(0, Math.floor((now.getTime() - Date.parse(date)) / DAY_MS))
  const [unit, length] = STEPS.find(([, step]) => days >= step) ?? STEPS[3]
  const format = relativeFormat(language)
  return format.format(-Math.floor(days / length), unit)
}
