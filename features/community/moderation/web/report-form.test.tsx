import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { ReportForm } from './report-form.tsx'

const HOSTILE = '<img src=x onerror=alert(1)>'
const created = () => ({ status: 201, body: { id: 'r' } })

async function show(email: string | null, answer: () => { status?: number; body?: unknown }) {
  const api = answeringFetch({ 'POST /reports/store': answer })
  vi.stubGlobal('fetch', api.fetch)
  const onSent = vi.fn()
  const takeCaptcha = async () => (email === null ? 'solved' : undefined)
  const rendered = await renderInApp(
    <ReportForm
      letterboxId="box"
      email={email}
      takeCaptcha={takeCaptcha}
      onSent={onSent}
      onBusy={() => undefined}
    />,
  )
  return { api, onSent, rendered, user: userEvent.setup() }
}

const message = () => screen.getByLabelText(/What should we know/)
const email = () => screen.getByLabelText(/Your e-mail address/)
const button = () => screen.getByRole('button', { name: 'Send the report' })

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

describe('ReportForm', () => {
  it('sends the title of the type, once, with the captcha of a visitor', async () => {
    const { api, onSent, user } = await show(null, created)
    await user.type(message(), HOSTILE)
    await user.type(email(), 'visitor@example.org')
    await user.dblClick(button())
    await waitFor(() => expect(onSent).toHaveBeenCalledOnce())
    expect(api.calls.map(({ body }) => body)).toEqual([
      {
        title: 'A sticker is missing',
        message: HOSTILE,
        email: 'visitor@example.org',
        lang: 'en',
        letterboxId: 'box',
        reportTypeId: 1,
        captcha: 'solved',
      },
    ])
    expect(sessionStorage.getItem('letterlend.draft.report.box')).toBeNull()
  })

  it('requires a title for "Something else" and the address of a visitor', async () => {
    const { api, user } = await show(null, created)
    await user.click(screen.getByRole('radio', { name: 'Something else' }))
    await user.click(button())
    expect(await screen.findByText('Please enter a title.')).toBeVisible()
    expect(screen.getByText('Please enter a valid e-mail address.')).toBeVisible()
    expect(screen.getByLabelText('What is it about?')).toHaveFocus()
    expect(api.calls).toEqual([])
  })

  it('shows an error, enables the button again and keeps the text', async () => {
    let answers = 0
    const { onSent, rendered, user } = await show('mila@example.org', () => {
      answers += 1
      return answers === 1 ? { status: 503, body: { code: 'unavailable' } } : created()
    })
    expect(email()).toHaveValue('mila@example.org')
    await user.type(message(), 'The ladder fell off.')
    await user.click(button())
    expect(await screen.findByRole('alert')).toHaveTextContent('not available right now')
    expect(button()).not.toHaveAttribute('aria-disabled')
    expect(message()).toHaveValue('The ladder fell off.')
    // The text survives closing and reopening the form, and the end of the session.
    rendered.unmount()
    const { user: later, onSent: laterSent } = await show(null, created)
    expect(message()).toHaveValue('The ladder fell off.')
    await later.click(button())
    await waitFor(() => expect(laterSent).toHaveBeenCalled())
    expect(onSent).not.toHaveBeenCalled()
  })

  it('refuses more than 800 characters and counts them near the limit', async () => {
    const { api, user } = await show('mila@example.org', created)
    await user.click(message())
    await user.paste('x'.repeat(801))
    expect(screen.getByText('801 of 800 characters')).toBeVisible()
    await user.click(button())
    expect(await screen.findByText('The message can have at most 800 characters.')).toBeVisible()
    expect(api.calls).toEqual([])
  })

  it('requires the fields of a notice for something illegal, and sends them', async () => {
    const { api, onSent, user } = await show('mila@example.org', created)
    await user.click(screen.getByRole('radio', { name: 'Something illegal' }))
    await user.click(button())
    expect(api.calls).toEqual([])
    expect(screen.getByText(/in good faith\.$/)).toBeVisible()
    await user.type(message(), 'It lends weapons.')
    await user.type(screen.getByLabelText('Your name'), 'Ada')
    await user.click(screen.getByRole('checkbox', { name: 'I report this in good faith' }))
    await user.click(button())
    await waitFor(() => expect(onSent).toHaveBeenCalledOnce())
    expect(api.calls[0]?.body).toMatchObject({
      title: 'Something illegal',
      reportTypeId: 4,
      name: 'Ada',
      good_faith: true,
      without_name: false,
    })
  })
})
