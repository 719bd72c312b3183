/**
 * A secret of this browser: what somebody began here with a provider goes on here alone. It is of no use by itself, and
 * goes with all else when somebody logs out.
 */
const STORAGE_KEY = 'letterlend.providerLogin'

const isSecret = (text: string | null): text is string => /^[\w-]{43}$/.test(text ?? '')

/** 256 random bits, base64url. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Where storage is blocked: as long as the page stands, which is too short to come back to. */
let unstored: string | null = null

/** Made when it is needed for the first time; shared by all tabs, so that each may begin a login. */
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
