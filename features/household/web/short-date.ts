import { LOCALES } from '#platform/shared/languages.ts'
import { currentLanguage } from '#platform/web/start/texts.ts'

/** `21 Nov 2026` in the language of the app. */
export function shortDate(iso: string): string {
  const language = currentLanguage()
  const locale = LOCALES[language]
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(iso))
}
