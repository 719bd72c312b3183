import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { writeToken } from '../../../data/session-token.ts'
import { answeringFetch, renderInApp } from '../../../testing/render.tsx'
import { testUser } from '../../../testing/user.ts'
import { ConfirmEmailScreen } from './confirm-email-screen.tsx'

const CALL = 'POST /auth/emailConfirmation'
const PATH = '/auth/confirmEmail'
const invalid = (errorMsg?: string) => ({
  status: 422,
  body: { code: 'invalid_token', message: '', errorMsg },
})

beforeEach(() => writeToken(null))
afterEach(() => {
  writeToken(null)
  vi.unstubAllGlobals()
})

async function open(path: string, answers: { status?: number; body?: unknown }[]) {
  const { fetch, calls } = answeringFetch({
    [CALL]: () => answers.shift() ?? invalid(),
    'GET /users/userinfo': () => ({ body: testUser({ has_password: false }) }),
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<ConfirmEmailScreen />, path)
  return { codes: () => calls.filter(({ name }) => name === CALL).map(({ body }) => body) }
}

it('keeps the form and the code that was mistyped, says so, and takes the right one', async () => {
  const { codes } = await open(PATH, [invalid(), { body: { api_token: 'mine' } }])
  const field = screen.getByLabelText('Code from the e-mail')
  await userEvent.type(field, 'mistyped')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('This confirmation code is not valid.')).toBeVisible()
  expect(field).toHaveValue('mistyped')
  expect(field).toHaveFocus()
  await userEvent.type(field, '{Backspace}')
  expect(screen.queryByText('This confirmation code is not valid.')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('Your address has been confirmed')).toBeVisible()
  expect(codes()).toEqual([
    { email_confirmation_token: 'mistyped' },
    { email_confirmation_token: 'mistype' },
  ])
})

it('says that a link opened a second time has done what it was for', async () => {
  const link = `${PATH}?email_confirmation_token=spent`
  const { codes } = await open(link, [invalid('alreadyConfirmed')])
  await waitFor(() => expect(codes()).toHaveLength(1), { timeout: 4000 })
  expect(await screen.findByText('Your address is already confirmed')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Log in' })).toBeVisible()
})
