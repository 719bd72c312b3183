import {
  DEFAULT_LANGUAGE,
  type Language,
  STORED_LANGUAGES,
  type StoredLanguage,
  storedLanguage,
} from '#platform/shared/languages.ts'

/** The texts per language. At least one language has both a title and a content. */
export interface WrittenTexts {
  title: string | null
  title_de: string | null
  title_fr: string | null
  content: string | null
  content_de: string | null
  content_fr: string | null
}
type WrittenTitles = Pick<WrittenTexts, 'title' | 'title_de' | 'title_fr'>

/** English has the fields without an ending. */
export const titleFieldOf = (language: StoredLanguage) =>
  language === 'en' ? 'title' : (`title_${language}` as const)
export const contentFieldOf = (language: StoredLanguage) =>
  language === 'en' ? 'content' : (`content_${language}` as const)
export const nameFieldOf = (language: StoredLanguage) =>
  language === 'en' ? 'name' : (`name_${language}` as const)

/** Order in which languages are tried for a reader: their own, the community's, English, then the rest. */
export function languagesFor(reader: Language): StoredLanguage[] {
  const preferred = [storedLanguage(reader), storedLanguage(DEFAULT_LANGUAGE), 'en'] as const
  return [...new Set([...preferred, ...STORED_LANGUAGES])]
}

/** An announcement can be read in a language if both its title and its text exist in it. */
export const isWholeIn = (texts: WrittenTexts, language: StoredLanguage): boolean =>
  Boolean(texts[titleFieldOf(language)] && texts[contentFieldOf(language)])

/** True if a title or a text exists in the language. */
export const isBegunIn = (texts: WrittenTexts, language: StoredLanguage): boolean =>
  Boolean(texts[titleFieldOf(language)] || texts[contentFieldOf(language)])

/** The language a reader gets; null if no language is complete. */
export const languageRead = (texts: WrittenTexts, reader: Language): StoredLanguage | null =>
  languagesFor(reader).find((language) => isWholeIn(texts, language)) ?? null

interface ShownText {
  lang: StoredLanguage
  title: string
  content: string
}

const textIn = (texts: WrittenTexts, lang: StoredLanguage): ShownText => ({
  lang,
  title: texts[titleFieldOf(lang)] ?? '',
  content: texts[contentFieldOf(lang)] ?? '',
})

/** What a reader gets: title and text of the first complete language. */
export const textFor = (texts: WrittenTexts, reader: Language): ShownText =>
  textIn(texts, languageRead(texts, reader) ?? storedLanguage(reader))

/** What the author sees while writing in a language: the text typed so far, otherwise what its readers get. */
export const textWhileWriting = (texts: WrittenTexts, language: StoredLanguage): ShownText =>
  isBegunIn(texts, language) ? textIn(texts, language) : textFor(texts, language)

/** The title where only the title is shown, such as in a list. */
export function titleFor(titles: WrittenTitles, reader: Language): string {
  const written = languagesFor(reader).map((language) => titles[titleFieldOf(language)])
  return written.find(Boolean) ?? ''
}

/** A button's name in the first of the reader's languages that has one. */
export function nameFor(
  action: { name: string; name_de?: string | null; name_fr?: string | null },
  reader: Language,
): { lang: StoredLanguage; name: string } {
  const lang =
    languagesFor(reader).find((language) => action[nameFieldOf(language)]) ?? storedLanguage(reader)
  return { lang, name: action[nameFieldOf(lang)] ?? '' }
}
