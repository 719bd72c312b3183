import { LOCALES } from '#platform/shared/languages.ts'
import { currentLanguage } from '#platform/web/start/texts.ts'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'

/** `21 Nov 2026` in the language of the app. */
export function shortDate(iso: string): string {
  const language = currentLanguage()
  const locale = LOCALES[language]
  return dateFormat(locale, { dateStyle: 'medium' }).format(new Date(iso))
}
