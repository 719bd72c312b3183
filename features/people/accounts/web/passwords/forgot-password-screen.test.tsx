import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readToken, writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { ForgotPasswordScreen } from './forgot-password-screen.tsx'

const CALL = 'POST /auth/resetPassword'
const PASSWORD = 'Holunderstrauch hinterm Haus'

beforeEach(() => writeToken(null))
afterEach(() => {
  writeToken(null)
  vi.unstubAllGlobals()
})

it('the screen accepts the code of the mail instead of its link, keeps a mistyped one and logs in', async () => {
  const answers = [
    { status: 422, body: { code: 'invalid_token', message: '' } },
    { body: { api_token: 'mine' } },
  ]
  const { fetch, calls } = answeringFetch({
    'GET /config': () => ({ body: { captcha: false, brand: { name: 'Letterlend' } } }),
    'POST /auth/forgotPassword': () => ({ status: 204 }),
    'GET /users/userinfo': () => ({ body: testUser() }),
    [CALL]: () => answers.shift() ?? {},
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<ForgotPasswordScreen />, '/auth/forgotPassword')
  await userEvent.type(screen.getByLabelText('E-mail address'), 'mila@example.org{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: /code from the e-mail/i }))

  const code = screen.getByLabelText('Code from the e-mail')
  expect(code).toHaveFocus()
  await userEvent.type(code, 'k7mp-3xqz')
  await userEvent.type(screen.getByLabelText('Your new password'), `${PASSWORD}{Enter}`)
  expect(await screen.findByText('This confirmation code is not valid.')).toBeVisible()
  expect(code).toHaveFocus()
  expect(code).toHaveValue('k7mp-3xqz')
  await userEvent.type(code, '{Backspace}r{Enter}')
  await vi.waitFor(() => expect(readToken()).toBe('mine'))
  const sent = calls.filter(({ name }) => name === CALL).map(({ body }) => body)
  expect(sent).toEqual(
    ['k7mp-3xqz', 'k7mp-3xqr'].map((token) => ({
      token,
      password: PASSWORD,
      email: 'mila@example.org',
    })),
  )
})
