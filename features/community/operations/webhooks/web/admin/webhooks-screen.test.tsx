import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TASKS } from '#platform/shared/tasks.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import type { Delivery, Webhook, WebhookTest } from '../../contract.admin.ts'
import { WebhooksScreen } from './webhooks-screen.tsx'

const URL = 'https://hooks.example.org/letterlend'
const WEBHOOK: Webhook = {
  id: '0191f6a0-0000-7000-8000-000000000001',
  url: URL,
  events: ['order.paid'],
  created_at: '2026-01-02T03:04:05.000Z',
  failing_since: null,
  off_since: null,
}
const DELIVERY: Delivery = {
  id: '0191f6a0-0000-7000-8000-000000000002',
  event: 'order.paid',
  created_at: '2026-01-02T03:04:05.000Z',
  state: 'failed',
  tries: 13,
  tried_at: '2026-01-03T03:04:05.000Z',
  status: 500,
  failure: 'status',
}

beforeEach(() => writeToken('token'))
afterEach(() => vi.unstubAllGlobals())

async function show(webhooks: Webhook[], tested?: WebhookTest) {
  const { fetch, calls } = answeringFetch({
    'GET /admin/webhooks': () => ({ body: webhooks }),
    'POST /admin/webhooks/create': () => ({ status: 201, body: WEBHOOK }),
    'GET /admin/webhooks/secret': () => ({
      body: { secret: 'whsec_abc', previous_until: null },
    }),
    'POST /admin/webhooks/rotate': () => ({
      body: { secret: 'whsec_new', previous_until: '2026-01-12T03:04:05.000Z' },
    }),
    'POST /admin/webhooks/test': () => ({ body: tested }),
    'GET /admin/webhooks/deliveries': () => ({ body: [DELIVERY] }),
    'POST /admin/webhooks/resend': () => ({ body: { ...DELIVERY, state: 'waiting' } }),
    'POST /admin/webhooks/switch': () => ({ body: WEBHOOK }),
    'GET /users/userinfo': () => ({ body: testUser({ tasks: [...TASKS] }) }),
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<WebhooksScreen />)
  return {
    bodyOf: (call: string) => calls.find(({ name }) => name === call)?.body,
  }
}

it('a new webhook is told of all events but those that are taken out', async () => {
  const { bodyOf } = await show([])
  expect(await screen.findByText('No webhooks')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'New webhook' }))
  await userEvent.type(screen.getByLabelText('Address'), URL)
  for (const name of ['New letterbox', 'Report', 'Account gone'])
    await userEvent.click(screen.getByRole('checkbox', { name }))
  await userEvent.click(screen.getByRole('button', { name: 'Add webhook' }))
  await waitFor(() =>
    expect(bodyOf('POST /admin/webhooks/create')).toEqual({
      url: URL,
      events: ['order.paid', 'order.shipped'],
    }),
  )
})

it('a webhook that is off says since when, and can be switched on', async () => {
  const { bodyOf } = await show([{ ...WEBHOOK, off_since: '2026-01-05T03:04:05.000Z' }])
  expect(await screen.findByText(/Off since .*2026 · Order paid/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: `Switch on: ${URL}` }))
  await waitFor(() =>
    expect(bodyOf('POST /admin/webhooks/switch')).toEqual({ id: WEBHOOK.id, on: true }),
  )
})

it('the log says what failed, and sends it again', async () => {
  const { bodyOf } = await show([WEBHOOK])
  await userEvent.click(await screen.findByRole('button', { name: `Deliveries: ${URL}` }))
  expect(await screen.findByText(/given up · 13 attempts · answer 500/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: /^Send again: Order paid/ }))
  await waitFor(() => expect(bodyOf('POST /admin/webhooks/resend')).toEqual({ id: DELIVERY.id }))
})

it('the secret is shown on request alone', async () => {
  await show([WEBHOOK])
  await userEvent.click(await screen.findByRole('button', { name: `Show the secret: ${URL}` }))
  expect(await screen.findByRole('textbox', { name: 'Secret' })).toHaveValue('whsec_abc')
})

it('a new secret is shown, and until when the one before is valid', async () => {
  const { bodyOf } = await show([WEBHOOK])
  await userEvent.click(await screen.findByRole('button', { name: `Show the secret: ${URL}` }))
  await userEvent.click(await screen.findByRole('button', { name: 'Make a new secret' }))
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Secret' })).toHaveValue('whsec_new'),
  )
  expect(
    screen.getByText(
      /^Until .*2026, calls also carry a signature made with the previous secret\.$/,
    ),
  ).toBeVisible()
  expect(bodyOf('POST /admin/webhooks/rotate')).toEqual({ id: WEBHOOK.id, at_once: false })
})

it.each<[string, WebhookTest, RegExp]>([
  ['works', { failure: null, status: 204, took_ms: 12 }, /answered 204 after 12 ms/],
  ['fails', { failure: 'certificate', status: null, took_ms: 5 }, /certificate .* is not valid/],
])('a test says how the address %s', async (_, tested, sentence) => {
  const { bodyOf } = await show([WEBHOOK], tested)
  await userEvent.click(await screen.findByRole('button', { name: `Deliveries: ${URL}` }))
  await userEvent.click(await screen.findByRole('button', { name: 'Send a test' }))
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(bodyOf('POST /admin/webhooks/test')).toEqual({ id: WEBHOOK.id })
})
