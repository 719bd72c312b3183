interface SpokenLanguage {
  /** Its name in the language itself. */
  name: string
  /** Locale for numbers, amounts and dates: Switzerland and Liechtenstein, and Britain for English. */
  locale: string
  /** The language of texts that are missing in this one; none for the complete language. */
  fallback?: string
}

/** The languages of the product. Adding one takes a line here and `texts/<code>.json` in each feature. */
const SPOKEN = {
  de: { name: 'Deutsch', locale: 'de-CH', fallback: 'en' },
  en: { name: 'English', locale: 'en-GB' },
  fr: { name: 'Français', locale: 'fr-CH', fallback: 'en' },
} as const satisfies Record<string, SpokenLanguage>

export type Language = keyof typeof SPOKEN
export type ByLanguage<Value> = Record<Language, Value>

/** In the order of the language menu. */
export const LANGUAGES = Object.keys(SPOKEN) as [Language, ...Language[]]

export function eachLanguage<Value>(make: (language: Language) => Value): ByLanguage<Value> {
  return Object.fromEntries(
    LANGUAGES.map((language) => [language, make(language)]),
  ) as ByLanguage<Value>
}

const spoken = (language: Language): SpokenLanguage => SPOKEN[language]

export const LANGUAGE_NAMES = eachLanguage((language) => spoken(language).name)
export const LOCALES = eachLanguage((language) => spoken(language).locale)
/** The language of texts that a language lacks; null for the complete one. */
export const fallbackOf = (language: Language): Language | null =>
  asLanguage(spoken(language).fallback)

/**
 * Languages with database fields for the community's own texts: stickers, products, banner, links, announcements
 * (`name_de`, `{ de, en, fr }`).
 */
export const STORED_LANGUAGES = ['de', 'en', 'fr'] as const satisfies readonly Language[]
export type StoredLanguage = (typeof STORED_LANGUAGES)[number]

/** The stored language for a reader: their own, or its fallback. */
export function storedLanguage(language: Language): StoredLanguage {
  const own = STORED_LANGUAGES.find((stored) => stored === language)
  return own ?? storedLanguage(fallbackOf(language) ?? DEFAULT_LANGUAGE)
}

/** The only cookie: the language chosen on this device, for pages that the server renders. */
export const LANGUAGE_COOKIE = 'lang'

/** For people about whom nothing is known. */
export const DEFAULT_LANGUAGE: Language = 'de'
/** For people who prefer a language that we do not have. */
export const FOREIGN_LANGUAGE: Language = 'en'

/** The language of a tag such as `de-CH`; null if the product does not have it. */
export function asLanguage(text: string | null | undefined): Language | null {
  const code = text?.toLowerCase().split('-')[0]
  return LANGUAGES.find((language) => language === code) ?? null
}

interface LanguageSources {
  /** `lang` in the URL; an unknown value counts as English. */
  query: string | null
  /** The account's setting. */
  user: string | null
  /** The last choice on this device. */
  device: string | null
  /** The browser's languages, most preferred first. */
  browser: readonly string[]
}

/** The language to show, in order of precedence: URL, account, device, browser, {@link DEFAULT_LANGUAGE}. */
export function chooseLanguage({ query, user, device, browser }: LanguageSources): Language {
  if (query !== null) return asLanguage(query) ?? FOREIGN_LANGUAGE
  return (
    asLanguage(user) ??
    asLanguage(device) ??
    browser.map(asLanguage).find((language) => language !== null) ??
    DEFAULT_LANGUAGE
  )
}
