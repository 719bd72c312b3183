import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes, useLocation } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { newAskedMark, notePerson } from '#platform/web/data/known-people.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { LoginLink } from './login-link.tsx'

const opened = vi.hoisted(() => ({ mark: null as string | null }))
vi.mock('#platform/web/start/login-link.ts', () => ({ askedMark: () => opened.mark }))

const HERE = '/profile/inbox?transaction_id=t'

function Elsewhere() {
  const { pathname, state } = useLocation()
  return <p>{`${pathname} ${JSON.stringify(state)}`}</p>
}

/** Mila is logged in, and opens a mailed link of another user. */
async function show() {
  const { fetch } = answeringFetch({
    'GET /users/userinfo': () => ({ body: testUser() }),
    'POST /auth/lookAtLink': () => ({
      body: {
        kind: 'conversation',
        state: 'open',
        user_id: 'eva',
        firstname: 'Eva',
        masked_email: 'e…@example.org',
      },
    }),
    'POST /auth/loginWithToken': () => ({
      status: 409,
      body: { code: 'other_account', message: '' },
    }),
  })
  vi.stubGlobal('fetch', fetch)
  writeToken('mila')
  const onDone = vi.fn()
  await renderInApp(
    <Routes>
      <Route path="/profile/inbox" element={<LoginLink token="secret" onDone={onDone} />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    HERE,
  )
  return onDone
}

afterEach(() => {
  writeToken(null)
  localStorage.clear()
  opened.mark = null
  vi.unstubAllGlobals()
})

it('a link of another account names the account that is logged in, and opens after logging out', async () => {
  const onDone = await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Open the conversation' }))
  expect(await screen.findByRole('heading')).toHaveTextContent('belongs to another account')
  expect(await screen.findByText(/^Mila is logged in on this device/)).toBeVisible()
  expect(onDone).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Log out and open the link' }))
  const next = `${HERE}&lt=secret`
  expect(screen.getByText(`/auth/logout ${JSON.stringify({ next })}`)).toBeVisible()
  expect(onDone).toHaveBeenCalledOnce()
})

it('a link of another account keeps the current session if the user stays logged in', async () => {
  const onDone = await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Open the conversation' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Stay logged in' }))
  expect(onDone).toHaveBeenCalledOnce()
})

/** No user is logged in, and Mila's login link is opened. */
async function openLink(state: 'open' | 'used' = 'open') {
  const mila = testUser()
  const { fetch, calls } = answeringFetch({
    'GET /users/userinfo': () => ({ body: mila }),
    'POST /auth/lookAtLink': () => ({
      body: {
        kind: 'login',
        state,
        user_id: mila.id,
        firstname: 'Mila',
        masked_email: 'm…@example.org',
      },
    }),
    'POST /auth/loginWithToken': () => ({ body: { api_token: 'mine', conversation: null } }),
  })
  vi.stubGlobal('fetch', fetch)
  const onDone = vi.fn()
  await renderInApp(
    <Routes>
      <Route path="/profile/inbox" element={<LoginLink token="secret" onDone={onDone} />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    '/profile/inbox',
  )
  const count = (call: string) => calls.filter(({ name }) => name === call).length
  return {
    onDone,
    redeemed: () => count('POST /auth/loginWithToken'),
    looks: () => count('POST /auth/lookAtLink'),
  }
}

it('a login link is redeemed only by the button in a browser that does not know the person', async () => {
  const { onDone, redeemed } = await openLink()
  expect(await screen.findByText('The link is for Mila (m…@example.org).')).toBeVisible()
  expect(redeemed()).toBe(0)
  await userEvent.click(screen.getByRole('button', { name: 'Log in now' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(redeemed()).toBe(1)
})

it('a login link is redeemed immediately if the person was logged in before', async () => {
  notePerson(testUser().id)
  const { onDone, redeemed } = await openLink()
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(redeemed()).toBe(1)
})

it('a login link is redeemed immediately in the browser that requested it', async () => {
  opened.mark = newAskedMark()
  const { onDone, redeemed } = await openLink()
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(redeemed()).toBe(1)
})

it('a login link that another browser requested asks first', async () => {
  newAskedMark()
  opened.mark = 'somebodyelsesmark12345'
  const { redeemed } = await openLink()
  expect(await screen.findByRole('button', { name: 'Log in now' })).toBeVisible()
  expect(redeemed()).toBe(0)
})

it('a login link that was just redeemed is not taken for a used one while its target loads', async () => {
  const { onDone, looks } = await openLink()
  await userEvent.click(await screen.findByRole('button', { name: 'Log in now' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  // The screen is still shown, and logging in has emptied the cache.
  expect(screen.queryByText(/^\/auth\/login/)).toBeNull()
  expect(looks()).toBe(1)
})

it('a used login link leads to the login page, which says so', async () => {
  notePerson(testUser().id)
  const { redeemed } = await openLink('used')
  expect(await screen.findByText('/auth/login {"linkIsOver":true}')).toBeVisible()
  expect(redeemed()).toBe(0)
})
