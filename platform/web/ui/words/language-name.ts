import { type Language, LOCALES } from '#platform/shared/languages.ts'
import { currentLanguage } from '#platform/web/start/texts.ts'

/** A language's name within a sentence: "Französisch" in German, "anglais" in French. */
export const languageInSentence = (language: string): string =>
  new Intl.DisplayNames([LOCALES[currentLanguage()]], { type: 'language' }).of(language) ?? language

/** A language's name on its own: "Französisch" in German, "Anglais" in French. */
export function languageName(language: string): string {
  const reader: Language = currentLanguage()
  const name = languageInSentence(language)
  return name.charAt(0).toLocaleUpperCase(LOCALES[reader]) + name.slice(1)
}
