import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#platform/web/data/api-client.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { WishForm } from './wish-form.tsx'

const spot = { latitude: 47, longitude: 8 }

async function show(
  answer: () => { status?: number; body?: unknown },
  takeCaptcha: () => Promise<string | undefined> = async () => 'solved',
) {
  const api = answeringFetch({ 'POST /wishes/create': answer })
  vi.stubGlobal('fetch', api.fetch)
  const onDone = vi.fn()
  await renderInApp(<WishForm itemId={1} spot={spot} takeCaptcha={takeCaptcha} onDone={onDone} />)
  return { api, onDone, user: userEvent.setup() }
}

const email = () => screen.getByLabelText('Your e-mail address')
const button = () => screen.getByRole('button', { name: 'Let me know' })

afterEach(() => vi.unstubAllGlobals())

describe('WishForm', () => {
  it('sends the address, the distance and a captcha, and shows the next step', async () => {
    const { api, onDone, user } = await show(() => ({
      status: 201,
      body: { status: 'confirmation_sent' },
    }))
    await user.type(email(), 'ada@example.org')
    await user.selectOptions(screen.getByLabelText('How far away may it be?'), 'up to 20 km')
    await user.dblClick(button())
    expect(await screen.findByText('Check your e-mail')).toBeVisible()
    expect(screen.getByText(/ada@example.org/)).toBeVisible()
    expect(api.calls).toHaveLength(1)
    expect(api.calls[0]?.body).toEqual({
      ...spot,
      item_id: 1,
      radius: 20_000,
      email: 'ada@example.org',
      captcha: 'solved',
      lang: 'en',
    })
    await user.click(screen.getByRole('button', { name: 'Got it' }))
    expect(onDone).toHaveBeenCalledOnce()
  })

  it('asks for a valid address before it sends anything', async () => {
    const { api, user } = await show(() => ({ status: 201 }))
    await user.type(email(), 'nobody')
    await user.click(button())
    expect(await screen.findByText('Please enter a valid e-mail address.')).toBeVisible()
    expect(email()).toHaveFocus()
    expect(api.calls).toEqual([])
  })

  it('shows an error if there is no captcha, and can be sent again', async () => {
    const takeCaptcha = vi
      .fn<() => Promise<string | undefined>>()
      .mockRejectedValueOnce(new ApiError(503, 'unavailable', ''))
      .mockResolvedValue('solved')
    const { api, user } = await show(() => ({ status: 201, body: {} }), takeCaptcha)
    await user.type(email(), 'ada@example.org')
    await user.click(button())
    expect(await screen.findByRole('alert')).toHaveTextContent('not available')
    expect(api.calls).toEqual([])
    await user.click(button())
    await waitFor(() => expect(api.calls).toHaveLength(1))
  })

  it('shows the error, keeps the typed address and can be sent again', async () => {
    const { api, user } = await show(() => ({ status: 429, body: { code: 'rate_limited' } }))
    await user.type(email(), 'ada@example.org')
    await user.click(button())
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(email()).toHaveValue('ada@example.org')
    await user.click(button())
    await waitFor(() => expect(api.calls).toHaveLength(2))
  })
})
