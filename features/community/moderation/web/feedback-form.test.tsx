import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { FeedbackForm } from './feedback-form.tsx'

const created = () => ({ status: 201, body: { id: 'f' } })

async function show(answer: () => { status?: number; body?: unknown }) {
  const api = answeringFetch({ 'POST /general-feedbacks/send': answer })
  vi.stubGlobal('fetch', api.fetch)
  const onSent = vi.fn()
  const rendered = await renderInApp(
    <FeedbackForm onSent={onSent} onClose={() => undefined} onBusy={() => undefined} />,
    '/profile',
  )
  return { api, onSent, rendered, user: userEvent.setup() }
}

const content = () => screen.getByLabelText('Your message')
const button = () => screen.getByRole('button', { name: 'Send the message' })

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

describe('FeedbackForm', () => {
  it('defaults to a question, and is sent once', async () => {
    const { api, onSent, user } = await show(created)
    expect(screen.getByRole('radio', { name: 'A question' })).toBeChecked()
    await user.click(screen.getByRole('radio', { name: 'Praise' }))
    await user.type(content(), '<b>Lovely</b>')
    await user.dblClick(button())
    await waitFor(() => expect(onSent).toHaveBeenCalledOnce())
    expect(api.calls.map(({ body }) => body)).toEqual([
      { type: 'congratulate', content: '<b>Lovely</b>' },
    ])
    expect(sessionStorage.getItem('letterlend.draft.feedback')).toBeNull()
  })

  it('requires a text before it sends anything', async () => {
    const { api, user } = await show(created)
    await user.type(content(), '   ')
    await user.click(button())
    expect(await screen.findByText('Please write a message.')).toBeVisible()
    expect(content()).toHaveFocus()
    expect(api.calls).toEqual([])
  })

  it('shows an error, enables the button again and keeps the text', async () => {
    const { rendered, user } = await show(() => ({ status: 500, body: {} }))
    await user.type(content(), 'Hello')
    await user.click(button())
    expect(await screen.findByRole('alert')).toHaveTextContent('went wrong on our side')
    expect(button()).not.toHaveAttribute('aria-disabled')
    rendered.unmount()
    await show(created)
    expect(content()).toHaveValue('Hello')
  })

  it('keeps the text of a logged-out user, and links the login', async () => {
    const { user } = await show(() => ({ status: 401, body: { code: 'unauthorized' } }))
    await user.type(content(), 'Hello')
    await user.click(button())
    const link = await screen.findByRole('link', { name: 'Log in' })
    expect(link).toHaveAttribute('href', '/auth/login?from=%2Fprofile')
    expect(sessionStorage.getItem('letterlend.draft.feedback')).toContain('Hello')
  })
})
