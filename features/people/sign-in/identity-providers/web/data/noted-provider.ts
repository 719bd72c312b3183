import { readToken } from '#platform/web/data/session-token.ts'

/** At which provider the session of this browser was opened, or linked: it goes with all else when somebody logs out here. */
const STORAGE_KEY = 'letterlend.provider'

/** Enough to tell sessions apart: a later one, by the password, has nothing to do with the provider. */
const startOf = (token: string | null) => token?.slice(0, 8) ?? ''

/**
 * Notes it for the session that is open, or that `token` opens. Where storage is blocked nothing is offered after a logout.
 */
export function noteProvider(key: string, token = readToken()): void {
  try {
    localStorage.setItem(STORAGE_KEY, `${startOf(token)} ${key}`)
  } catch {
    // Nobody misses it.
  }
}

/** The provider of the session that is open now. */
export function notedProvider(): string | null {
  try {
    const [start, key] = localStorage.getItem(STORAGE_KEY)?.split(' ') ?? []
    const token = readToken()
    return token !== null && key !== undefined && start === startOf(token) ? key : null
  } catch {
    return null
  }
}
