/** At which provider somebody has logged in with this browser: it goes with all else when they log out here. */
const STORAGE_KEY = 'letterlend.provider'

/** Where storage is blocked nothing is offered after a logout. */
export function noteProvider(key: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, key)
  } catch {
    // Nobody misses it.
  }
}

export function notedProvider(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}
