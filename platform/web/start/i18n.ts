import { chooseLanguage, type Language } from '#platform/shared/languages.ts'
import { LANGUAGE_KEY, noteLanguage } from './language.ts'
import { showLanguage } from './texts.ts'

/** Where the language that an address asked for is stored, for as long as the tab is open. */
const TAB_KEY = 'letterlend.tabLang'

/**
 * The language in the address, read before anything changes the address bar. It outranks the account's
 * setting, and holds for the tab until somebody chooses another one: the map rewrites the address, and a
 * reload has to show the same language.
 */
function readAskedLanguage(): string | null {
  const language = new URLSearchParams(window.location.search).get('lang')
  try {
    if (language !== null) sessionStorage.setItem(TAB_KEY, language)
    return language ?? sessionStorage.getItem(TAB_KEY)
  } catch {
    return language
  }
}

let askedLanguage = readAskedLanguage()

/** The language of the address no longer counts, and does not come back with a reload. */
function forgetAskedLanguage(): void {
  askedLanguage = null
  try {
    sessionStorage.removeItem(TAB_KEY)
  } catch {
    // Then nothing was kept either.
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

/** Chooses the language and loads its texts; the app is rendered after it. */
export function startI18n(): Promise<void> {
  const device = deviceLanguage()
  const language = chooseLanguage({
    query: askedLanguage,
    user: null,
    device,
    browser: navigator.languages,
  })
  // Some browsers forget what a script has written there after a week.
  if (device === language) noteLanguage(language)
  return showLanguage(language)
}

/** Shows the app in the language that was chosen and remembers it on this device. */
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

/** Uses the language of the account unless the address bar asked for one. */
export async function followUserLanguage(setting: Language): Promise<void> {
  if (askedLanguage !== null) return
  await changeLanguage(setting)
}
