import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { SOLVED_CAPTCHA, stubCaptcha } from '#platform/web/testing/captcha.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { LoginForm } from './login-form.tsx'

afterEach(() => vi.unstubAllGlobals())

/** Stubs the form's calls; `sent` collects those that change something. */
function answer(table: Parameters<typeof answeringFetch>[0]) {
  const { fetch, calls } = answeringFetch({
    ...stubCaptcha(),
    'GET /config': () => ({ body: { captcha: true } }),
    ...table,
  })
  vi.stubGlobal('fetch', fetch)
  return () => calls.filter(({ name }) => name.startsWith('POST')).map(({ body }) => body)
}

const wrong = () => ({
  status: 401,
  body: { code: 'invalid_credentials', message: 'Not authorized' },
})

it('the form makes no call before both fields are filled and focuses the empty one', async () => {
  const sent = answer({ 'POST /auth/login': wrong })
  await renderInApp(<LoginForm onLinkSent={vi.fn()} />)
  await userEvent.type(screen.getByLabelText('E-mail address'), 'mila@example.org')
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
  expect(await screen.findByText('Please enter a password.')).toBeVisible()
  expect(screen.getByLabelText('Password')).toHaveFocus()
  expect(sent()).toEqual([])
})

it('the form reports wrong credentials, keeps the input and can be sent again', async () => {
  const sent = answer({ 'POST /auth/login': wrong })
  await renderInApp(<LoginForm onLinkSent={vi.fn()} />)
  await userEvent.type(screen.getByLabelText('E-mail address'), 'mila@example.org')
  await userEvent.type(screen.getByLabelText('Password'), 'nope')
  const button = screen.getByRole('button', { name: 'Log in' })
  await userEvent.click(button)
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The e-mail address or the password is incorrect.',
  )
  expect(screen.getByLabelText('E-mail address')).toHaveValue('mila@example.org')
  await userEvent.click(button)
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toEqual({ email: 'mila@example.org', password: 'nope' })
})

it('the form solves a captcha by itself if the server requires one', async () => {
  const sent = answer({
    'POST /auth/login': (body) =>
      Object(body).captcha === SOLVED_CAPTCHA
        ? wrong()
        : { status: 400, body: { code: 'captcha_required' } },
  })
  await renderInApp(<LoginForm onLinkSent={vi.fn()} />)
  await userEvent.type(screen.getByLabelText('E-mail address'), 'mila@example.org')
  await userEvent.type(screen.getByLabelText('Password'), 'nope')
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('incorrect')
  expect(sent().map((body) => Object(body).captcha)).toEqual([undefined, SOLVED_CAPTCHA])
})

const linkButton = () => screen.getByRole('button', { name: 'Send me a link instead' })

it('the form requests a login link with the address alone', async () => {
  const sent = answer({ 'POST /auth/sendLoginLink': () => ({ status: 204 }) })
  const onLinkSent = vi.fn()
  await renderInApp(<LoginForm onLinkSent={onLinkSent} />)
  await userEvent.click(linkButton())
  expect(await screen.findByText('Please enter a valid e-mail address.')).toBeVisible()
  expect(screen.getByLabelText('E-mail address')).toHaveFocus()
  expect(sent()).toEqual([])
  await userEvent.type(screen.getByLabelText('E-mail address'), 'mila@example.org')
  await userEvent.click(linkButton())
  await waitFor(() => expect(onLinkSent).toHaveBeenCalledWith('mila@example.org'))
  // The link in the mail contains the mark, by which this browser recognises it.
  const asked = expect.stringMatching(/^[\w-]{22}$/)
  expect(sent()).toEqual([{ email: 'mila@example.org', captcha: SOLVED_CAPTCHA, asked }])
})

it('the form says that no link could be sent', async () => {
  answer({ 'POST /auth/sendLoginLink': () => ({ status: 429, body: { code: 'rate_limited' } }) })
  await renderInApp(<LoginForm onLinkSent={vi.fn()} />)
  await userEvent.type(screen.getByLabelText('E-mail address'), 'mila@example.org')
  await userEvent.click(linkButton())
  expect(await screen.findByRole('alert')).toHaveTextContent('too often')
  expect(linkButton()).not.toHaveAttribute('aria-disabled')
})
