import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '#platform/web/data/query-client.ts'
import { onSessionExpired, readToken, writeToken } from '#platform/web/data/session-token.ts'
import { LANGUAGE_KEY } from '#platform/web/start/language.ts'
import { answeringFetch } from '#platform/web/testing/render.tsx'
import { logOut, USERINFO_KEY } from './session.ts'

afterEach(() => vi.unstubAllGlobals())

it('logging out removes all account data from this device even if the server is unreachable', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  writeToken('mine')
  localStorage.setItem('letterlend.returnPath', '/map')
  localStorage.setItem(LANGUAGE_KEY, 'fr')
  sessionStorage.setItem('letterlend.draft.registration', '{}')
  queryClient.setQueryData(USERINFO_KEY, { firstname: 'Mila' })

  await logOut()

  expect(readToken()).toBeNull()
  expect(localStorage.getItem('letterlend.returnPath')).toBeNull()
  expect(sessionStorage).toHaveLength(0)
  expect(queryClient.getQueryData(USERINFO_KEY)).toBeUndefined()
  expect(localStorage.getItem(LANGUAGE_KEY)).toBe('fr')
})

it('logging out revokes the token on the server without waiting for the response', async () => {
  const sent: RequestInit[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent.push(init)
    return new Response(null, { status: 204 })
  })
  writeToken('mine')
  const logoutDone = logOut()
  expect(readToken()).toBeNull()
  await logoutDone
  expect(sent).toHaveLength(1)
  expect(sent[0]?.headers).toMatchObject({ Authorization: 'Bearer mine' })
})

it('logging out does not report an ended session', async () => {
  const { fetch } = answeringFetch({
    'POST /auth/logout': () => ({ status: 401, body: { code: 'unauthorized', message: '' } }),
  })
  vi.stubGlobal('fetch', fetch)
  const expired = vi.fn()
  const stop = onSessionExpired(expired)
  writeToken('old')
  await logOut()
  expect(expired).not.toHaveBeenCalled()
  stop()
})

it('a logout in another tab drops the cached data of the account', () => {
  writeToken('mine')
  queryClient.setQueryData(USERINFO_KEY, { firstname: 'Mila' })
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(queryClient.getQueryData(USERINFO_KEY)).toBeUndefined()
  writeToken(null)
})

it('a logout in another tab deletes drafts, and a session that ends by itself keeps them', () => {
  const draft = 'letterlend.draft.message'
  sessionStorage.setItem(draft, 'Tomorrow?')
  window.dispatchEvent(new StorageEvent('storage', { key: 'letterlend.token' }))
  expect(sessionStorage.getItem(draft)).toBe('Tomorrow?')
  window.dispatchEvent(new StorageEvent('storage', { key: 'letterlend.forget' }))
  expect(sessionStorage.getItem(draft)).toBeNull()
})
