import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '#platform/web/data/query-client.ts'
import { onSessionExpired, readToken, writeToken } from '#platform/web/data/session-token.ts'
import { LANGUAGE_KEY } from '#platform/web/start/language.ts'
import { answeringFetch } from '#platform/web/testing/render.tsx'
import { logOut, USERINFO_KEY } from './session.ts'

afterEach(() => vi.unstubAllGlobals())

it('forgets everything of the account on this device, also when the server is away', async () => {
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

it('revokes the token on the server, and does not wait for it to forget', async () => {
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

it('does not tell of an ended session to someone who logs out', async () => {
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

it('forgets what was loaded for an account that another tab logged out', () => {
  writeToken('mine')
  queryClient.setQueryData(USERINFO_KEY, { firstname: 'Mila' })
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(queryClient.getQueryData(USERINFO_KEY)).toBeUndefined()
  writeToken(null)
})

it('forgets what was typed in a tab when another one logs out, and keeps it when a session only ends', () => {
  const draft = 'letterlend.draft.message'
  sessionStorage.setItem(draft, 'Tomorrow?')
  window.dispatchEvent(new StorageEvent('storage', { key: 'letterlend.token' }))
  expect(sessionStorage.getItem(draft)).toBe('Tomorrow?')
  window.dispatchEvent(new StorageEvent('storage', { key: 'letterlend.forget' }))
  expect(sessionStorage.getItem(draft)).toBeNull()
})
