import type { User } from '@letterlend/contract/accounts.ts'
import type { Language } from '@letterlend/contract/languages.ts'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { followUserLanguage } from '../start/i18n.ts'
import { LANGUAGE_KEY } from '../start/language.ts'
import { call } from './api-client.ts'
import { MAP_CACHE } from './map-age.ts'
import { queryClient } from './query-client.ts'
import { onSessionExpired, readToken, subscribeToToken, writeToken } from './session-token.ts'

export const USERINFO_KEY = ['userinfo'] as const

export interface Session {
  token: string | null
  /** Null while logged out and until the account is loaded. */
  user: User | null
  loggedIn: boolean
  /** Logged in, and the account is still on its way. */
  loading: boolean
}

function fetchUser(): Promise<User> {
  return queryClient.fetchQuery({
    queryKey: USERINFO_KEY,
    queryFn: ({ signal }) => call('GET /users/userinfo', { signal }),
    staleTime: 0,
  })
}

/** Who uses the app. The account is fetched once and shared by every caller. */
export function useSession(): Session {
  const token = useSyncExternalStore(subscribeToToken, readToken)
  const { data, isPending } = useQuery({
    queryKey: USERINFO_KEY,
    queryFn: ({ signal }) => call('GET /users/userinfo', { signal }),
    enabled: token !== null,
  })
  const user = token === null ? null : (data ?? null)
  return { token, user, loggedIn: token !== null, loading: token !== null && isPending }
}

/**
 * Stores the token, loads the account and takes over its language.
 * @throws {ApiError} when the account cannot be loaded; the token is stored nevertheless.
 */
export async function logIn(token: string): Promise<User> {
  queryClient.clear()
  writeToken(token)
  const user = await fetchUser()
  await followUserLanguage(user.user_settings.lang)
  return user
}

/** Loads the account again after something on it changed. */
export function reloadUser(): Promise<User> {
  return fetchUser()
}

/** Forgets everything of the account on this device; the choice of language is the device's. */
export function forgetSession(): void {
  try {
    const language = localStorage.getItem(LANGUAGE_KEY)
    localStorage.clear()
    sessionStorage.clear()
    if (language) localStorage.setItem(LANGUAGE_KEY, language)
  } catch {
    // Storage that is blocked holds nothing.
  }
  writeToken(null)
  queryClient.clear()
  // Where somebody looked is theirs as well. Without a secure origin there is nothing to delete.
  globalThis.caches?.delete(MAP_CACHE).catch(() => undefined)
}

/** Forgets the account at once, and revokes its token as far as the server can be reached. */
export async function logOut(): Promise<void> {
  // The call takes the token with it before the token is forgotten.
  const revoked = readToken() ? call('POST /auth/logout') : null
  forgetSession()
  // Logging out must work without a network and with an expired token.
  await revoked?.catch(() => undefined)
}

/** Keeps the choice of language in the account, for its mails and other devices. */
export async function saveLanguage(lang: Language): Promise<void> {
  const settings = await call('POST /userSettings/update', { body: { lang } })
  queryClient.setQueryData<User>(USERINFO_KEY, (user) =>
    user ? { ...user, user_settings: settings } : user,
  )
}

// Drafts in the session storage stay: whoever logs in again finds what was typed.
onSessionExpired(() => queryClient.clear())
