import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { CorrectEmailForm } from './correct-email-form.tsx'

afterEach(() => vi.unstubAllGlobals())

const user = testUser({ email: 'mila@exmaple.org', email_confirmed: false, has_password: false })

async function show(answer: () => { status?: number; body?: unknown }) {
  const { fetch, calls } = answeringFetch({
    'POST /auth/updateAccountInfo': answer,
    'GET /users/userinfo': () => ({ body: user }),
  })
  vi.stubGlobal('fetch', fetch)
  const onCorrected = vi.fn()
  await renderInApp(<CorrectEmailForm user={user} onCorrected={onCorrected} />)
  const field = screen.getByLabelText('E-mail address')
  await userEvent.clear(field)
  await userEvent.type(field, 'mila@example.org')
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Send to this address' }))
  return { calls, onCorrected, send }
}

it('the form sends the new address with the unchanged account and no password', async () => {
  const { calls, onCorrected, send } = await show(() => ({ body: user }))
  await send()
  await waitFor(() => expect(onCorrected).toHaveBeenCalledTimes(1))
  expect(calls[0]?.body).toMatchObject({
    email: 'mila@example.org',
    firstname: 'Mila',
    city: 'Zürich',
  })
  expect(calls[0]?.body).not.toHaveProperty('current_password')
})

it('the form shows a failed call and can be sent again', async () => {
  const { calls, onCorrected, send } = await show(() => ({
    status: 429,
    body: { code: 'rate_limited', message: '' },
  }))
  await send()
  expect(await screen.findByRole('alert')).toHaveTextContent('too often')
  await send()
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(onCorrected).not.toHaveBeenCalled()
})
