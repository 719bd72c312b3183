import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Language } from '#platform/shared/languages.ts'
import { call } from '#platform/web/data/api-client.ts'
import { forgetPerson, notePerson, outlivesLogout } from '#platform/web/data/known-people.ts'
import { MAP_CACHE, STREETS_CACHE } from '#platform/web/data/map-age.ts'
import { clearOutbox, isOutboxKey } from '#platform/web/data/outbox-keys.ts'
import { PUSH_OFFER_KEY } from '#platform/web/data/push/push-offer.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import {
  readBearer,
  readToken,
  subscribeToToken,
  writeConversation,
  writeOwner,
  writeToken,
} from '#platform/web/data/session-token.ts'
import { followUserLanguage } from '#platform/web/start/i18n.ts'
import { LANGUAGE_KEY } from '#platform/web/start/language.ts'

export const USERINFO_KEY = ['userinfo'] as const

/** The user of the app: account, letterbox, orders and settings. */
export type User = Awaited<ReturnType<typeof askForUser>>

export interface Session {
  token: string | null
  /** Null while logged out and until the account is loaded. */
  user: User | null
  loggedIn: boolean
  /** Logged in, but the account is not loaded yet. */
  loading: boolean
}

async function askForUser({ signal }: { signal: AbortSignal }) {
  const token = readToken()
  const user = await call('GET /users/userinfo', { signal })
  writeOwner(token, user.id)
  notePerson(user.id)
  return user
}

function fetchUser(): Promise<User> {
  return queryClient.fetchQuery({ queryKey: USERINFO_KEY, queryFn: askForUser, staleTime: 0 })
}

const useToken = () => useSyncExternalStore(subscribeToToken, readToken)

/** Reads the token when a query starts, not when its component was last rendered. */
const during = (token: string | null) => token !== null && (() => readToken() === token)

/**
 * For `enabled` of queries about the account. Logging out happens in an effect of one component,
 * while other components still consider the user logged in. Without this they would refetch the
 * data that was just removed.
 */
export function useWhileLoggedIn() {
  return during(useToken())
}

/** The user of the app. The account is fetched once and shared by all components. */
export function useSession(): Session {
  const token = useToken()
  const { data, isPending } = useQuery({
    queryKey: USERINFO_KEY,
    queryFn: askForUser,
    enabled: during(token),
  })
  const user = token === null ? null : (data ?? null)
  return { token, user, loggedIn: token !== null, loading: token !== null && isPending }
}

/**
 * Stores the token, loads the account and applies its language.
 * @throws {ApiError} if the account cannot be loaded; the token is stored nevertheless
 */
export async function logIn(token: string): Promise<User> {
  writeToken(token)
  const user = await fetchUser()
  await followUserLanguage(user.user_settings.lang)
  return user
}

/** Reloads the account after a change. */
export function reloadUser(): Promise<User> {
  return fetchUser()
}

/** The account now has a passkey or a linked account, so screens no longer ask for a password. */
export function noteWayIn(): void {
  queryClient.setQueryData<User>(USERINFO_KEY, (user) =>
    user ? { ...user, can_log_in: true } : user,
  )
}

/** Written and removed at once; the storage event notifies other tabs. */
const FORGET_KEY = 'letterlend.forget'

const outlivesSession = (key: string) =>
  key === LANGUAGE_KEY || key === PUSH_OFFER_KEY || outlivesLogout(key) || isOutboxKey(key)

/**
 * Forgets the account on this device, except unsent messages: those wait until the same user logs
 * in again. The language, dismissed offers and the list of people whose mailed links act without a
 * button belong to the device and stay.
 */
export function forgetSession(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (!outlivesSession(key)) localStorage.removeItem(key)
    }
    sessionStorage.clear()
    localStorage.setItem(FORGET_KEY, '')
    localStorage.removeItem(FORGET_KEY)
  } catch {
    // Blocked storage has nothing to forget.
  }
  writeConversation(null)
  writeToken(null)
  // Map tiles that the user viewed are private as well. Without a secure origin there is no cache
  // to delete.
  for (const cache of [MAP_CACHE, STREETS_CACHE]) {
    globalThis.caches?.delete(cache).catch(() => undefined)
  }
  import('#platform/web/data/push/push-device.ts')
    .then(({ leavePush }) => leavePush())
    .catch(() => undefined)
}

/** After deleting the account: {@link forgetSession}, and drops unsent messages as well. */
export function forgetAccount(userId: string): void {
  clearOutbox(userId)
  forgetPerson(userId)
  forgetSession()
}

/** Forgets the account at once, and revokes its token if the server can be reached. */
export async function logOut(): Promise<void> {
  // The call reads the token before it is forgotten.
  const revoked = readBearer() ? call('POST /auth/logout') : null
  forgetSession()
  // Logging out must work without a network and with an expired token.
  await revoked?.catch(() => undefined)
}

/** Saves the language in the account, for its mails and other devices. */
export async function saveLanguage(lang: Language): Promise<void> {
  const settings = await call('POST /userSettings/update', { body: { lang } })
  queryClient.setQueryData<User>(USERINFO_KEY, (user) =>
    user ? { ...user, user_settings: settings } : user,
  )
}

// Clears drafts in tabs that were open beside the one that logged out. Blocked storage sends no
// events.
window.addEventListener('storage', ({ key }) => {
  if (key === FORGET_KEY) sessionStorage.clear()
})

// Runs whenever the session ends or changes, in other tabs too, so that data of one account is
// never shown to the next. Registered first, so that it runs before any component reads. Drafts in
// the session storage stay: a user who logs in again after an expired session finds them.
let loadedWith = readBearer()
subscribeToToken(() => {
  const token = readBearer()
  if (token === loadedWith) return
  loadedWith = token
  queryClient.clear()
})
