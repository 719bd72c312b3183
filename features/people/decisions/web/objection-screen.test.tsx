import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import type { Decision } from '../contract.ts'
import { ObjectionScreen } from './objection-screen.tsx'

const HOSTILE = '<img src=x onerror=alert(1)>'
const DECISION: Decision = {
  kind: 'account_suspended',
  ground: 'law',
  reason: HOSTILE,
  decided_at: '2026-11-25T12:00:00.000Z',
  objected_at: null,
  outcome: null,
  answer: '',
}

function stub(decision: Decision | null) {
  let current = decision
  const api = answeringFetch({
    'POST /objections/about': () =>
      current ? { body: current } : { status: 422, body: { code: 'invalid_token', message: '' } },
    'POST /objections/store': () => {
      current = { ...DECISION, objected_at: '2026-11-25T13:00:00.000Z' }
      return { status: 204 }
    },
  })
  vi.stubGlobal('fetch', api.fetch)
  return api
}

afterEach(() => vi.unstubAllGlobals())

it('the screen shows the decision, sends an objection and confirms that it has arrived', async () => {
  const api = stub(DECISION)
  await renderInApp(<ObjectionScreen />, '/objection?token=secret')
  expect(await screen.findByText(HOSTILE)).toBeVisible()
  expect(document.querySelector('img')).toBeNull()
  await userEvent.type(screen.getByLabelText(/differently/), 'It was not me.')
  await userEvent.click(screen.getByRole('button', { name: 'Send the objection' }))
  expect(await screen.findByText('Your objection has arrived')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Send the objection' })).toBeNull()
  expect(api.calls.at(-2)?.body).toEqual({ token: 'secret', text: 'It was not me.' })
})

it('the screen shows the answer instead of a form and says if a link is not valid', async () => {
  stub({ ...DECISION, objected_at: DECISION.decided_at, outcome: 'upheld', answer: 'It stays.' })
  const first = await renderInApp(<ObjectionScreen />, '/objection?token=secret')
  expect(await screen.findByText('It stays.')).toBeVisible()
  expect(screen.queryByRole('textbox')).toBeNull()
  first.unmount()
  stub(null)
  await renderInApp(<ObjectionScreen />, '/objection?token=other')
  expect(await screen.findByText(/not valid/)).toBeVisible()
})
