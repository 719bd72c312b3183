import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { reloadUser } from '#features/people/accounts/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { isKnownPerson } from '#platform/web/data/known-people.ts'
import { readToken, writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { DeleteAccountScreen } from './delete-account-screen.tsx'

afterEach(() => {
  act(() => writeToken(null))
  localStorage.clear()
  vi.unstubAllGlobals()
})

it('the farewell is shown even if another call notices first that the account is gone', async () => {
  const user = testUser()
  let isDeleted = false
  let answerDeletion = () => {}
  const deletionAnswered = new Promise<void>((resolve) => {
    answerDeletion = resolve
  })
  const { fetch } = answeringFetch({
    'GET /users/userinfo': () =>
      isDeleted ? { status: 401, body: { code: 'unauthorized', message: '' } } : { body: user },
    'GET /household': () => ({ body: { people: [] } }),
    'GET /transactions/open': () => ({ body: [] }),
    'POST /users/remove': () => ({ status: 204 }),
  })
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.endsWith('/users/remove')) {
      isDeleted = true
      await deletionAnswered
    }
    return fetch(url, init)
  })
  writeToken('mine')
  await renderInApp(
    <Routes>
      <Route path={paths.deleteAccount()} element={<DeleteAccountScreen />} />
      <Route path={paths.login()} element="Log in" />
    </Routes>,
    paths.deleteAccount(),
  )
  await waitFor(() => expect(isKnownPerson(user.id)).toBe(true))
  localStorage.setItem(`letterlend.outbox.${user.id}.1`, '{}')

  await userEvent.type(screen.getByLabelText('Type “delete” to confirm'), 'delete')
  await userEvent.click(screen.getByRole('button', { name: 'Delete my account for good' }))
  await waitFor(() => expect(isDeleted).toBe(true))
  await act(() => reloadUser().catch(() => undefined))
  expect(readToken()).toBeNull()
  answerDeletion()

  expect(await screen.findByText('Your account has been deleted')).toBeVisible()
  expect(isKnownPerson(user.id)).toBe(false)
  expect(Object.keys(localStorage).filter((key) => key.startsWith('letterlend.outbox'))).toEqual([])
})
