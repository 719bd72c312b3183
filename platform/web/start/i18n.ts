import { chooseLanguage, type Language } from '#platform/shared/languages.ts'
import { LANGUAGE_KEY, noteLanguage } from './language.ts'
import { showLanguage } from './texts.ts'

/** Storage for the language that a URL asked for; lasts as long as the tab. */
const TAB_KEY = 'letterlend.tabLang'

/**
 * The language in the URL, read before anything changes it. It takes precedence over the account's setting until the
 * user chooses another one: the map rewrites the URL, and a reload has to show the same language.
 */
function readAskedLanguage(): string | null {
  const language = new URLSearchParams(window.location.search).get('lang')
  try {
    // A frame shares the storage of its tab, but its language is its own.
    if (window.self !== window.top) return language
    if (language !== null) sessionStorage.setItem(TAB_KEY, language)
    return language ?? sessionStorage.getItem(TAB_KEY)
  } catch {
    return language
  }
}

let askedLanguage = readAskedLanguage()

/** The URL's language no longer applies, and a reload does not bring it back. */
function forgetAskedLanguage(): void {
  askedLanguage = null
  try {
    sessionStorage.removeItem(TAB_KEY)
  } catch {
    // Then nothing was stored either.
  }
  const url = new URL(window.location.href)
  if (!url.searchParams.has('lang')) return
  url.searchParams.delete('lang')
  window.history.replaceState(window.history.state, '', url)
}

function deviceLanguage(): string | null {
  try {
    return localStorage.getItem(LANGUAGE_KEY)
  } catch {
    return null
  }
}

/** Chooses the language and loads its texts, before the app is rendered. */
export function startI18n(): Promise<void> {
  const device = deviceLanguage()
  const language = chooseLanguage({
    query: askedLanguage,
    user: null,
    device,
    browser: navigator.languages,
  })
  // Some browsers delete a script's storage after a week.
  if (device === language) noteLanguage(language)
  return showLanguage(language)
}

/** Switches the app to the chosen language and stores it on this device. */
export async function changeLanguage(language: Language): Promise<void> {
  forgetAskedLanguage()
  try {
    localStorage.setItem(LANGUAGE_KEY, language)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  noteLanguage(language)
  await showLanguage(language)
}

/** Uses the account's language unless the URL asked for one. */
export async function followUserLanguage(setting: Language): Promise<void> {
  if (askedLanguage !== null) return
  await changeLanguage(setting)
}
