import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { reloadUser, useSession } from '#features/people/accounts/web/data/door.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { EndAllSessions } from './end-all-sessions.tsx'

afterEach(() => {
  act(() => writeToken(null))
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

function Screen() {
  return useSession().loggedIn ? <EndAllSessions /> : 'Log in'
}

it('ending all sessions forgets drafts even if another call notices first that they ended', async () => {
  let hasEnded = false
  let answerEnd = () => {}
  const endAnswered = new Promise<void>((resolve) => {
    answerEnd = resolve
  })
  const { fetch } = answeringFetch({
    'GET /users/userinfo': () =>
      hasEnded
        ? { status: 401, body: { code: 'unauthorized', message: '' } }
        : { body: testUser() },
    'POST /sessions/endAll': () => ({ status: 204 }),
  })
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.endsWith('/sessions/endAll')) {
      hasEnded = true
      await endAnswered
    }
    return fetch(url, init)
  })
  writeToken('mine')
  sessionStorage.setItem('letterlend.draft.message', 'typed')
  await renderInApp(<Screen />)
  await userEvent.click(screen.getByRole('button', { name: 'Log out everywhere' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Log out everywhere' }))
  await waitFor(() => expect(hasEnded).toBe(true))
  await act(() => reloadUser().catch(() => undefined))
  expect(await screen.findByText('Log in')).toBeVisible()
  expect(sessionStorage.getItem('letterlend.draft.message')).toBe('typed')
  answerEnd()
  await waitFor(() => expect(sessionStorage.getItem('letterlend.draft.message')).toBeNull())
})
