import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { SOLVED_CAPTCHA, stubCaptcha } from '../../testing/captcha.ts'
import { answeringFetch, renderInApp } from '../../testing/render.tsx'
import { ApiError } from '../api-client.ts'
import { useCaptcha } from './use-captcha.ts'

afterEach(() => vi.unstubAllGlobals())

function Form({ needed }: { needed: boolean }) {
  const takeCaptcha = useCaptcha(needed)
  const [sent, setSent] = useState('')
  const send = () =>
    takeCaptcha().then(
      (captcha) => setSent(captcha ?? 'none'),
      (error) => setSent(error instanceof ApiError ? error.code : 'unknown'),
    )
  return (
    <>
      <button type="button" onClick={send}>
        Send
      </button>
      <output>{sent}</output>
    </>
  )
}

const busy = () => ({ status: 503, retryAfter: 0, body: {} })
const config = () => ({ body: { captcha: true } })

type TableAnswer = { status?: number; body?: unknown }

/** A server that is busy for the first calls. */
function busyTwice(answer: () => TableAnswer): () => TableAnswer {
  let left = 2
  return () => (left-- > 0 ? busy() : answer())
}

/** Renders a form and submits it at once. */
async function send(
  answers: Parameters<typeof answeringFetch>[0],
  { needed = true }: { needed?: boolean } = {},
) {
  const { fetch, calls } = answeringFetch({ 'GET /config': config, ...stubCaptcha(), ...answers })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<Form needed={needed} />)
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(screen.getByRole('status')).not.toBeEmptyDOMElement())
  const asked = calls.filter(({ name }) => name === 'GET /captcha/challenge').length
  return { sent: screen.getByRole('status').textContent, asked }
}

it('the captcha waits for the settings if the user submits before they are loaded', async () => {
  const { sent } = await send({ 'GET /config': busyTwice(config) })
  expect(sent).toBe(SOLVED_CAPTCHA)
})

it('the challenge is requested again from a busy server', async () => {
  const { 'GET /captcha/challenge': challenge } = stubCaptcha()
  const answer = await send({ 'GET /captcha/challenge': busyTwice(challenge) })
  expect(answer).toEqual({ sent: SOLVED_CAPTCHA, asked: 3 })
})

it('a busy server is reported as unavailable, not as a missing captcha', async () => {
  const { sent } = await send({ 'GET /captcha/challenge': busy })
  expect(sent).toBe('unavailable')
})

it('no challenge is requested if the captcha is disabled or not needed for a member', async () => {
  const off = await send({ 'GET /config': () => ({ body: { captcha: false } }) })
  expect(off).toEqual({ sent: 'none', asked: 0 })
  cleanup()
  expect(await send({}, { needed: false })).toEqual({ sent: 'none', asked: 0 })
})
