import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { SOLVED_CAPTCHA, stubCaptcha } from '#platform/web/testing/captcha.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { ForgotPasswordForm } from './forgot-password-form.tsx'

afterEach(() => vi.unstubAllGlobals())

async function show(email: string, answer: () => { status?: number; body?: unknown }) {
  const { fetch, calls } = answeringFetch({
    ...stubCaptcha(),
    'GET /config': () => ({ body: { captcha: true } }),
    'POST /auth/forgotPassword': answer,
  })
  vi.stubGlobal('fetch', fetch)
  const onSent = vi.fn()
  await renderInApp(<ForgotPasswordForm email={email} onSent={onSent} />)
  const sent = () => calls.filter(({ name }) => name.startsWith('POST'))
  // The captcha starts once the settings are loaded and require one.
  await waitFor(() => expect(calls.map(({ name }) => name)).toContain('GET /captcha/challenge'))
  return { sent, onSent }
}
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Send link' }))

it('the form requires a valid address before it makes a call', async () => {
  const { sent } = await show('mila', () => ({ status: 204 }))
  await submit()
  expect(await screen.findByText('Please enter a valid e-mail address.')).toBeVisible()
  expect(sent()).toEqual([])
})

it('the form sends the address typed at the login, with the solved captcha', async () => {
  const { sent, onSent } = await show('mila@example.org', () => ({ status: 204 }))
  await submit()
  await waitFor(() => expect(onSent).toHaveBeenCalledWith('mila@example.org'))
  expect(sent()[0]?.body).toEqual({ email: 'mila@example.org', captcha: SOLVED_CAPTCHA })
})

it('the form reports a failure and can be sent again', async () => {
  const { sent, onSent } = await show('mila@example.org', () => ({
    status: 429,
    body: { code: 'rate_limited', message: '' },
  }))
  await submit()
  expect(await screen.findByRole('alert')).toHaveTextContent('too often')
  await submit()
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(onSent).not.toHaveBeenCalled()
})
