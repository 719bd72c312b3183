import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { LoginByLinkScreen } from './login-by-link-screen.tsx'
import { NotMeScreen } from './not-me-screen.tsx'
import { ResetPasswordScreen } from './passwords/reset-password-screen.tsx'

const opened = vi.hoisted(() => ({ token: 'secret' as string | null }))
vi.mock('#platform/web/start/login-link.ts', () => ({ mailedToken: () => opened.token }))

afterEach(() => {
  opened.token = 'secret'
  writeToken(null)
  vi.unstubAllGlobals()
})

const SCREENS = [
  ['a login', LoginByLinkScreen],
  ['a new password', ResetPasswordScreen],
  ['"it was not me"', NotMeScreen],
] as const

it.each(SCREENS)(
  'the page of a used link says so before any button is pressed: %s',
  async (_, Screen) => {
    const link = { state: 'used', user_id: 'eva', firstname: 'Eva', masked_email: 'e…@example.org' }
    const { fetch, calls } = answeringFetch({
      'POST /auth/lookAtLink': () => ({ body: { kind: 'login', ...link } }),
    })
    vi.stubGlobal('fetch', fetch)
    await renderInApp(<Screen />, '/auth')
    expect(await screen.findByText('This link no longer works')).toBeVisible()
    const sent = calls.map(({ name }) => name).filter((name) => name.startsWith('POST'))
    expect(sent).toEqual(['POST /auth/lookAtLink'])
  },
)

it.each(SCREENS)(
  'the page of an unknown link says so before any button is pressed: %s',
  async (_, Screen) => {
    const { fetch } = answeringFetch({
      'POST /auth/lookAtLink': () => ({
        status: 422,
        body: { code: 'invalid_token', message: '' },
      }),
    })
    vi.stubGlobal('fetch', fetch)
    await renderInApp(<Screen />, '/auth')
    expect(await screen.findByText('This link no longer works')).toBeVisible()
  },
)

it.each([
  ['a login', LoginByLinkScreen, 'POST /auth/loginWithToken', 'Log in now'],
  ['a new password', ResetPasswordScreen, 'POST /auth/resetPassword', 'Set password'],
] as const)(
  'a link is not looked at again after it logged in: %s',
  async (_, Screen, call, button) => {
    const link = { kind: 'login', user_id: 'eva', firstname: 'Eva', masked_email: 'e…@example.org' }
    const { fetch, calls } = answeringFetch({
      'POST /auth/lookAtLink': () => ({ body: { ...link, state: 'open' } }),
      [call]: () => ({ body: { api_token: 'mine' } }),
      'GET /users/userinfo': () => ({ body: testUser() }),
    })
    vi.stubGlobal('fetch', fetch)
    await renderInApp(<Screen />, '/auth')
    const password = screen.queryByLabelText('Your new password')
    if (password) await userEvent.type(password, 'Holunderstrauch hinterm Haus')
    await userEvent.click(screen.getByRole('button', { name: button }))
    // The screen is still shown, as it is until the next one is loaded.
    await waitFor(() =>
      expect(screen.getByRole('button', { name: button })).not.toHaveAttribute('data-loading'),
    )
    expect(calls.map(({ name }) => name).filter((name) => name.startsWith('POST'))).toEqual([
      'POST /auth/lookAtLink',
      call,
    ])
  },
)

it('the page of a login link accepts the code of its mail together with the address', async () => {
  opened.token = null
  const { fetch, calls } = answeringFetch({
    'POST /auth/loginWithToken': () => ({
      status: 422,
      body: { code: 'invalid_token', message: '' },
    }),
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<LoginByLinkScreen />, '/auth/loginLink')
  await userEvent.type(screen.getByLabelText('E-mail address'), 'mila@example.org')
  await userEvent.type(screen.getByLabelText('Code from the e-mail'), 'k7mp-3xqr{Enter}')
  expect(await screen.findByText('This confirmation code is not valid.')).toBeVisible()
  expect(calls.find(({ name }) => name === 'POST /auth/loginWithToken')?.body).toEqual({
    token: 'k7mp-3xqr',
    email: 'mila@example.org',
  })
})
