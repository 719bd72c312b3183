import {
  DEFAULT_LANGUAGE,
  type Language,
  STORED_LANGUAGES,
  type StoredLanguage,
  storedLanguage,
} from '#platform/shared/languages.ts'

/** What is written in each language; an announcement has at least one in which both title and text are written. */
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

/** In which order languages are tried for a reader: their own, the community's, English, and what else there is. */
export function languagesFor(reader: Language): StoredLanguage[] {
  const preferred = [storedLanguage(reader), storedLanguage(DEFAULT_LANGUAGE), 'en'] as const
  return [...new Set([...preferred, ...STORED_LANGUAGES])]
}

/** Whether an announcement can be read in a language: its title and its text are both written in it. */
export const isWholeIn = (texts: WrittenTexts, language: StoredLanguage): boolean =>
  Boolean(texts[titleFieldOf(language)] && texts[contentFieldOf(language)])

/** Whether anything of an announcement is written in a language. */
export const isBegunIn = (texts: WrittenTexts, language: StoredLanguage): boolean =>
  Boolean(texts[titleFieldOf(language)] || texts[contentFieldOf(language)])

/** The language in which somebody reads an announcement; null where it is whole in none. */
export const languageRead = (texts: WrittenTexts, reader: Language): StoredLanguage | null =>
  languagesFor(reader).find((language) => isWholeIn(texts, language)) ?? null

interface ShownText {
  lang: StoredLanguage
  title: string
  content: string
}

/** What is written in one language. */
const textIn = (texts: WrittenTexts, lang: StoredLanguage): ShownText => ({
  lang,
  title: texts[titleFieldOf(lang)] ?? '',
  content: texts[contentFieldOf(lang)] ?? '',
})

/** What somebody reads: title and text in one language, the first in which both are written. */
export const textFor = (texts: WrittenTexts, reader: Language): ShownText =>
  textIn(texts, languageRead(texts, reader) ?? storedLanguage(reader))

/** What whoever writes in a language sees: what stands there already, else what its readers get. */
export const textWhileWriting = (texts: WrittenTexts, language: StoredLanguage): ShownText =>
  isBegunIn(texts, language) ? textIn(texts, language) : textFor(texts, language)

/** What an announcement is called for somebody who sees its title alone. */
export function titleFor(titles: WrittenTitles, reader: Language): string {
  const written = languagesFor(reader).map((language) => titles[titleFieldOf(language)])
  return written.find(Boolean) ?? ''
}

/** What a button is called for somebody: in the first language in which it has a name. */
export function nameFor(
  action: { name: string; name_de?: string | null; name_fr?: string | null },
  reader: Language,
): { lang: StoredLanguage; name: string } {
  const lang =
    languagesFor(reader).find((language) => action[nameFieldOf(language)]) ?? storedLanguage(reader)
  return { lang, name: action[nameFieldOf(lang)] ?? '' }
}
