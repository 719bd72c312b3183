/**
 * A secret of this browser, so that a login begun here can only be finished here. It is useless by
 * itself, and deleted at logout.
 */
const STORAGE_KEY = 'letterlend.providerLogin'

const isSecret = (text: string | null): text is string => /^[\w-]{43}$/.test(text ?? '')

/** 256 random bits, base64url. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * Fallback for blocked storage: lasts as long as the page, so the return from the provider will
 * fail.
 */
let unstored: string | null = null

/** Created when first needed, and shared by all tabs, so that each of them may begin a login. */
export function browserSecret(): string {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    if (isSecret(stored)) return stored
    const made = newSecret()
    localStorage.setItem(STORAGE_KEY, made)
    return made
  } catch {
    unstored ??= newSecret()
    return unstored
  }
}
