interface SpokenLanguage {
  /** What its speakers call it. */
  name: string
  /** How its numbers, amounts and days are written: as in Switzerland and Liechtenstein, in English as in Britain. */
  locale: string
  /** Where a text is looked for that this language lacks; none for the one that lacks nothing. */
  fallback?: string
}

/** The languages of the product: another one is a line here, and `texts/<code>.json` beside each noun. */
const SPOKEN = {
  de: { name: 'Deutsch', locale: 'de-CH', fallback: 'en' },
  en: { name: 'English', locale: 'en-GB' },
  fr: { name: 'Français', locale: 'fr-CH', fallback: 'en' },
} as const satisfies Record<string, SpokenLanguage>

export type Language = keyof typeof SPOKEN
export type ByLanguage<Value> = Record<Language, Value>

/** In the order in which they are offered. */
export const LANGUAGES = Object.keys(SPOKEN) as [Language, ...Language[]]

/** The same for each language. */
export function eachLanguage<Value>(make: (language: Language) => Value): ByLanguage<Value> {
  return Object.fromEntries(
    LANGUAGES.map((language) => [language, make(language)]),
  ) as ByLanguage<Value>
}

const spoken = (language: Language): SpokenLanguage => SPOKEN[language]

export const LANGUAGE_NAMES = eachLanguage((language) => spoken(language).name)
export const LOCALES = eachLanguage((language) => spoken(language).locale)
/** Where a text is looked for that a language lacks; null for the one that lacks nothing. */
export const fallbackOf = (language: Language): Language | null =>
  asLanguage(spoken(language).fallback)

/**
 * The languages that the database has fields of their own for, in what a community writes or names itself: stickers,
 * products, the banner, links, announcements (`name_de`, `{ de, en, fr }`).
 */
export const STORED_LANGUAGES = ['de', 'en', 'fr'] as const satisfies readonly Language[]
export type StoredLanguage = (typeof STORED_LANGUAGES)[number]

/** Which of those fields a reader is shown: their own language's, or that of what it falls back to. */
export function storedLanguage(language: Language): StoredLanguage {
  const own = STORED_LANGUAGES.find((stored) => stored === language)
  return own ?? storedLanguage(fallbackOf(language) ?? DEFAULT_LANGUAGE)
}

/** The one cookie there is: the language that was chosen on this device, for the next page that the server sends. */
export const LANGUAGE_COOKIE = 'lang'

/** Of whom nothing is known. */
export const DEFAULT_LANGUAGE: Language = 'de'
/** Of whom we know that they ask for a language that we do not speak. */
export const FOREIGN_LANGUAGE: Language = 'en'

/** The language of a tag such as `de-CH`; null for one that the product does not speak. */
function asLanguage(text: string | null | undefined): Language | null {
  const code = text?.toLowerCase().split('-')[0]
  return LANGUAGES.find((language) => language === code) ?? null
}

interface LanguageSources {
  /** `lang` of the address bar; an unknown value reads as English. */
  query: string | null
  /** The account's setting. */
  user: string | null
  /** The last choice on this device. */
  device: string | null
  /** What the browser asks for, the most wanted first. */
  browser: readonly string[]
}

/** The language to show: address bar, account, device, browser, {@link DEFAULT_LANGUAGE}. */
export function chooseLanguage({ query, user, device, browser }: LanguageSources): Language {
  if (query !== null) return asLanguage(query) ?? FOREIGN_LANGUAGE
  return (
    asLanguage(user) ??
    asLanguage(device) ??
    browser.map(asLanguage).find((language) => language !== null) ??
    DEFAULT_LANGUAGE
  )
}
