import type { Language } from '@letterlend/contract/languages.ts'

/** Languages as they are written in Switzerland and Britain. */
const LOCALES: Record<Language, string> = { de: 'de-CH', en: 'en-GB', fr: 'fr-CH' }

/** Below 1000 m in metres with at most one decimal, else in kilometres with at most two. */
export function formatDistance(metres: number, language: Language): string {
  const rounded = Math.round(metres * 10) / 10
  const near = rounded < 1000
  return new Intl.NumberFormat(LOCALES[language], {
    style: 'unit',
    unit: near ? 'meter' : 'kilometer',
    maximumFractionDigits: near ? 1 : 2,
  }).format(near ? rounded : metres / 1000)
}
