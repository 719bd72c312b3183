import { currentLanguage } from '#platform/web/start/texts.ts'

/** `21 Nov 2026` in the language of the app. */
export function shortDate(iso: string): string {
  const language = currentLanguage()
  const locale = language === 'en' ? 'en-GB' : `${language}-CH`
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(iso))
}
