import { DAY_SECONDS } from '#platform/shared/durations.ts'
import { LANGUAGE_COOKIE, type Language } from '#platform/shared/languages.ts'

/** Storage of the last chosen language on this device. */
export const LANGUAGE_KEY = 'letterlend.lang'

const COOKIE_SECONDS = 365 * DAY_SECONDS

/**
 * Sends the device's language to the server in a cookie, for server-rendered pages. The cookie contains only the
 * language and does not identify anyone.
 */
export function noteLanguage(language: Language): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http and in older browsers.
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax${secure}`
}
