import { chooseLanguage, type Language } from '@letterlend/contract/languages.ts'
import { LANGUAGE_KEY } from './language.ts'
import { showLanguage } from './texts.ts'

/** Read before anything changes the address bar: it outranks the account's setting. */
const queryLanguage = new URLSearchParams(window.location.search).get('lang')

function deviceLanguage(): string | null {
  try {
    return localStorage.getItem(LANGUAGE_KEY)
  } catch {
    return null
  }
}

/** Chooses the language and loads its texts; the app is rendered after it. */
export function startI18n(): Promise<void> {
  return showLanguage(
    chooseLanguage({
      query: queryLanguage,
      user: null,
      device: deviceLanguage(),
      browser: navigator.languages,
    }),
  )
}

/** Shows the app in `language` and remembers it on this device. */
export async function changeLanguage(language: Language): Promise<void> {
  try {
    localStorage.setItem(LANGUAGE_KEY, language)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  await showLanguage(language)
}

/** Follows the account's setting unless the address bar asked for a language. */
export async function followUserLanguage(setting: Language): Promise<void> {
  if (queryLanguage !== null) return
  await changeLanguage(setting)
}
