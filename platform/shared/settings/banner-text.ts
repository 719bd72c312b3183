import { LANGUAGES, type Language } from '../languages.ts'
import type { Banner } from './banner.ts'

/** What a reader of `language` is shown: a warning in another language is better than none. */
export function bannerText(
  banner: Banner,
  language: Language,
): { text: string; language: Language } | null {
  const found = [language, ...LANGUAGES].find((each) => banner[each] !== '')
  return found ? { text: banner[found], language: found } : null
}
