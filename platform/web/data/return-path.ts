/**
 * Where a visitor wanted to go before registering. The confirmation mail often opens in a new tab, so the path is
 * stored on the device and offered on the profile when the account is ready.
 */
const STORAGE_KEY = 'letterlend.returnPath'

export function readReturnPath(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}

/** Null deletes it. */
export function writeReturnPath(path: string | null): void {
  try {
    if (path === null) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, path)
  } catch {
    // Only a convenience, so failures do not matter.
  }
}

/** A path of this app to return to, or null; URLs of other sites are never followed. */
export function safeReturnPath(from: string | null | undefined): string | null {
  if (!from?.startsWith('/') || from.startsWith('//') || from.includes('\\')) return null
  const url = new URL(from, window.location.origin)
  // Resolving the path removes its dots: `/.//host` becomes `//host`, which is the address of another site.
  if (url.origin !== window.location.origin || url.pathname.startsWith('//')) return null
  if (/^\/auth\/(login|logout)\b/i.test(url.pathname)) return null
  return `${url.pathname}${url.search}`
}
