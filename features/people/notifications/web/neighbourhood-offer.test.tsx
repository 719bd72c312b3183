import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#platform/web/data/query-client.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { NeighbourhoodOffer } from './neighbourhood-offer.tsx'

beforeEach(() => {
  queryClient.clear()
  writeToken('token')
})
afterEach(() => {
  writeToken(null)
  vi.unstubAllGlobals()
})

async function show(neighbourhood: boolean | null, sends_neighbourhood = true) {
  const { fetch, calls } = answeringFetch({
    'GET /userSettings/mails': () => ({
      body: { announcements: true, neighbourhood, sends_neighbourhood },
    }),
    'POST /userSettings/mails': (body) => ({
      body: { announcements: true, sends_neighbourhood, ...Object(body) },
    }),
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<NeighbourhoodOffer />)
  return calls
}
const title = 'News from your neighbourhood, once a month?'

it.each([
  ['Yes, please', true, /The first one comes/],
  ['No, thanks', false, /we will not ask again/],
])(
  'the offer accepts %s as an answer and says what follows',
  async (name, neighbourhood, outcome) => {
    const calls = await show(null)
    await userEvent.setup().click(await screen.findByRole('button', { name }))
    expect(await screen.findByText(outcome)).toBeVisible()
    expect(screen.queryByText(title)).toBeNull()
    expect(calls.find(({ name: call }) => call.startsWith('POST'))?.body).toEqual({ neighbourhood })
  },
)

it.each([true, false])('the offer is never shown to a member who answered %s', async (answered) => {
  const calls = await show(answered)
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(screen.queryByText(title)).toBeNull()
})

it('the offer is not shown in a community that sends no such mail', async () => {
  const calls = await show(null, false)
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(screen.queryByText(title)).toBeNull()
})
