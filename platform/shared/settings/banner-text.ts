import {
  type Language,
  STORED_LANGUAGES,
  type StoredLanguage,
  storedLanguage,
} from '../languages.ts'
import type { Banner } from './banner.ts'

/** What a reader of `language` is shown: a warning in another language is better than none. */
export function bannerText(
  banner: Banner,
  language: Language,
): { text: string; language: StoredLanguage } | null {
  const found = [storedLanguage(language), ...STORED_LANGUAGES].find((each) => banner[each] !== '')
  return found ? { text: banner[found], language: found } : null
}
