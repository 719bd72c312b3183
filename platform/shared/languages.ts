export const LANGUAGES = ['de', 'en', 'fr'] as const
export type Language = (typeof LANGUAGES)[number]

/** Numbers, amounts and days are written as in Switzerland and Liechtenstein; in English as in Britain. */
export const LOCALES: Record<Language, string> = { de: 'de-CH', en: 'en-GB', fr: 'fr-CH' }

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

/** The language to show: address bar, account, device, browser, German. */
export function chooseLanguage({ query, user, device, browser }: LanguageSources): Language {
  if (query !== null) return asLanguage(query) ?? 'en'
  return (
    asLanguage(user) ??
    asLanguage(device) ??
    browser.map(asLanguage).find((language) => language !== null) ??
    'de'
  )
}
