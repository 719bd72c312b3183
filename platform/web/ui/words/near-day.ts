import { DAY_MS } from '#platform/shared/durations.ts'
import { type Language, LOCALES } from '#platform/shared/languages.ts'
import { dateFormat } from './date-format.ts'
import { relativeFormat } from './relative-format.ts'

interface NearDay {
  words: string
  /** Whether it is less than a week away, so that its weekday is used. */
  near: boolean
}

/** A future day (`2026-11-29`) in everyday words: "today", "tomorrow", "Sunday", and from a week on "5 December". */
export function nearDay(day: string, today: string, language: Language): NearDay {
  const locale = LOCALES[language]
  const ahead = Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS)
  if (ahead === 0 || ahead === 1) {
    const relative = relativeFormat(locale)
    return { words: relative.format(ahead, 'day'), near: true }
  }
  const near = ahead > 1 && ahead < 7
  const format = near
    ? ({ weekday: 'long' } as const)
    : ({ day: 'numeric', month: 'long' } as const)
  const words = dateFormat({ ...format, timeZone: 'UTC' }, language).format(Date.parse(day))
  return { words, near }
}
