import { type Language, LOCALES } from '#platform/shared/languages.ts'

/** Creating a number format takes longer than using it a hundred times, so formats are kept. */
const formats = new Map<string, Intl.NumberFormat>()

/** A number as it is written in the reader's language: 3’839 in German. */
export function formatNumber(
  value: number,
  language: Language,
  options: Intl.NumberFormatOptions = {},
): string {
  const key = `${language} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.NumberFormat(LOCALES[language], options)
  formats.set(key, format)
  return format.format(value)
}
