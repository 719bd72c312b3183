import { notifications } from '@mantine/notifications'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { paths } from '#platform/shared/paths.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { UpdateAccountScreen } from './update-account-screen.tsx'

beforeEach(() => writeToken('mine'))
afterEach(() => {
  writeToken(null)
  vi.unstubAllGlobals()
  notifications.clean()
})

const field = (name: string) => screen.findByLabelText(name)

it('the screen shows the saved account and a pending address, without the password', async () => {
  let user = testUser()
  const { fetch } = answeringFetch({
    'GET /users/userinfo': () => ({ body: user }),
    'POST /auth/updateAccountInfo': () => {
      user = testUser({ firstname: 'Milena', new_email: 'new@example.org' })
      return { body: user }
    },
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<UpdateAccountScreen />)
  await userEvent.type(await field('E-mail address'), '.invalid')
  await userEvent.type(await field('Your current password'), 'acht Zeichen')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText(/Please confirm new@example.org/)).toBeVisible()
  await waitFor(async () => expect(await field('First name')).toHaveValue('Milena'))
  expect(await field('E-mail address')).toHaveValue('new@example.org')
  expect(await field('Your current password')).toHaveValue('')
  expect(sessionStorage).toHaveLength(0)
})

it('the screen offers the typed draft, and restores it only if the user chooses that', async () => {
  const { fetch } = answeringFetch({ 'GET /users/userinfo': () => ({ body: testUser() }) })
  vi.stubGlobal('fetch', fetch)
  const { unmount } = await renderInApp(<UpdateAccountScreen />)
  await userEvent.type(await field('Last name'), 'er')
  await userEvent.type(await field('Your current password'), 'acht Zeichen')
  unmount()
  await renderInApp(<UpdateAccountScreen />)
  expect(await field('Last name')).toHaveValue('Frei')
  await userEvent.click(screen.getByRole('button', { name: 'Continue with your changes' }))
  expect(await field('Last name')).toHaveValue('Freier')
  expect(await field('Your current password')).toHaveValue('')
  expect(screen.queryByText('Unsaved changes')).toBeNull()
})

it('the screen opens for an account with a passkey, and saves without a password', async () => {
  const { fetch, calls } = answeringFetch({
    'GET /users/userinfo': () => ({ body: testUser({ has_password: false }) }),
    'POST /auth/updateAccountInfo': () => ({ body: testUser({ has_password: false }) }),
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<UpdateAccountScreen />)
  await userEvent.type(await field('First name'), 'na')
  expect(screen.queryByLabelText(/password/i)).toBeNull()
  expect(screen.getByRole('link', { name: 'Set password' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(calls.find(({ name }) => name === 'POST /auth/updateAccountInfo')?.body).toMatchObject({
      firstname: 'Milana',
    }),
  )
})

it('the screen leads an account without a way in to setting a password', async () => {
  const user = testUser({ has_password: false, can_log_in: false })
  const { fetch } = answeringFetch({ 'GET /users/userinfo': () => ({ body: user }) })
  vi.stubGlobal('fetch', fetch)
  const Address = () => <output>{useLocation().pathname}</output>
  await renderInApp(
    <Routes>
      <Route path={paths.updateAccount()} element={<UpdateAccountScreen />} />
      <Route path="*" element={<Address />} />
    </Routes>,
    paths.updateAccount(),
  )
  expect(await screen.findByText('/auth/setPassword')).toBeVisible()
})
