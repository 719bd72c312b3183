import { readToken } from '#platform/web/data/session-token.ts'

/** The provider that opened or was linked in this browser's session; deleted at logout. */
const STORAGE_KEY = 'letterlend.provider'

/**
 * Prefix that tells sessions apart: a later session by password has nothing to do with the
 * provider.
 */
const startOf = (token: string | null) => token?.slice(0, 8) ?? ''

/**
 * Stores the provider for the current session, or for the one that `token` opens. If storage is
 * blocked, no provider logout is offered.
 */
export function noteProvider(key: string, token = readToken()): void {
  try {
    localStorage.setItem(STORAGE_KEY, `${startOf(token)} ${key}`)
  } catch {
    // Blocked storage: the provider logout is just not offered.
  }
}

export function notedProvider(): string | null {
  try {
    const [start, key] = localStorage.getItem(STORAGE_KEY)?.split(' ') ?? []
    const token = readToken()
    return token !== null && key !== undefined && start === startOf(token) ? key : null
  } catch {
    return null
  }
}
