import { type Language, LOCALES } from '#platform/shared/languages.ts'
import { currentLanguage } from '#platform/web/start/texts.ts'

/** A language as the reader calls it: "Französisch" in German, "Anglais" in French. */
export function languageName(language: string): string {
  const reader: Language = currentLanguage()
  const name =
    new Intl.DisplayNames([LOCALES[reader]], { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(LOCALES[reader]) + name.slice(1)
}
