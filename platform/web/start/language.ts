import { DAY_SECONDS } from '#platform/shared/durations.ts'
import { LANGUAGE_COOKIE, type Language } from '#platform/shared/languages.ts'

/** Where the last choice of a language on this device is kept. */
export const LANGUAGE_KEY = 'letterlend.lang'

const COOKIE_SECONDS = 365 * DAY_SECONDS

/**
 * Tells the server the language of this device, for the pages that it sends before the app runs. Nothing but the language stands
 * in the cookie, and it says nothing about who somebody is.
 */
export function noteLanguage(language: Language): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http and in older browsers.
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax${secure}`
}
