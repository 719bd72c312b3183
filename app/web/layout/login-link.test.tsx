import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes, useLocation } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { LoginLink } from './login-link.tsx'

const HERE = '/profile/inbox?transaction_id=t'

function Elsewhere() {
  const { pathname, state } = useLocation()
  return <p>{`${pathname} ${JSON.stringify(state)}`}</p>
}

/** Mila is logged in, and opens the link of a mail to somebody else. */
async function show() {
  const { fetch } = answeringFetch({
    'GET /users/userinfo': () => ({ body: testUser() }),
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
  vi.unstubAllGlobals()
})

it('says whose account is in the way of a link, and opens it after logging out', async () => {
  const onDone = await show()
  expect(await screen.findByRole('heading')).toHaveTextContent('belongs to another account')
  expect(await screen.findByText(/^Mila is logged in on this device/)).toBeVisible()
  expect(onDone).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Log out and open the link' }))
  const next = `${HERE}&lt=secret`
  expect(screen.getByText(`/auth/logout ${JSON.stringify({ next })}`)).toBeVisible()
  expect(onDone).toHaveBeenCalledOnce()
})

it('leaves who is logged in where they are', async () => {
  const onDone = await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Stay logged in' }))
  expect(onDone).toHaveBeenCalledOnce()
})
