import {
  type Language,
  STORED_LANGUAGES,
  type StoredLanguage,
  storedLanguage,
} from '../languages.ts'
import type { Banner } from './banner.ts'

/** The banner's text for a reader of `language`; falls back to another language. */
export function bannerText(
  banner: Banner,
  language: Language,
): { text: string; language: StoredLanguage } | null {
  const found = [storedLanguage(language), ...STORED_LANGUAGES].find((each) => banner[each] !== '')
  return found ? { text: banner[found], language: found } : null
}
