import { type Language, LOCALES } from './languages.ts'

// Formats are cached: creating one takes longer than using it a hundred times.

const dateFormats = new Map<string, Intl.DateTimeFormat>()
const numberFormats = new Map<string, Intl.NumberFormat>()

/** Formats dates and times in a language. Always pass a time zone: the community's, or UTC for a calendar day. */
export function dateFormatIn(
  language: Language,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(LOCALES[language], options)
  dateFormats.set(key, format)
  return format
}

/** Formats numbers in a language: 3’839 in German. */
export function numberFormatIn(
  language: Language,
  options: Intl.NumberFormatOptions = {},
): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(LOCALES[language], options)
  numberFormats.set(key, format)
  return format
}

/** `2026-11-21 18:30` in a time zone. Uses Swedish, whose format has the order of ISO 8601. */
export function isoTimeIn(timeZone: string | undefined, at: Date): string {
  const key = `ISO ${timeZone}`
  const format =
    dateFormats.get(key) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  dateFormats.set(key, format)
  return format.format(at)
}
