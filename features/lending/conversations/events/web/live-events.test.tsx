import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { USERINFO_KEY } from '#features/people/accounts/web/data/session.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testMessage } from '#platform/web/testing/transaction.ts'
import { testUser } from '#platform/web/testing/user.ts'
import type { LiveEvent } from '../contract.ts'
import { LiveEvents } from './live-events.tsx'
import { shareLiveEvents } from './shared-stream.ts'

vi.mock('./shared-stream.ts', () => ({ shareLiveEvents: vi.fn(() => () => undefined) }))

afterEach(() => {
  act(() => writeToken(null))
  window.history.replaceState(null, '', '/')
  vi.unstubAllGlobals()
})

const message = (from_id: string): LiveEvent => ({
  type: 'message',
  transaction_id: 't',
  message: testMessage({ text: 'Hi', from_id, to_id: 'x', author_id: from_id }),
})

it('LiveEvents announces each new message, except own ones and those of the open conversation', async () => {
  const user = testUser()
  const { fetch } = answeringFetch({
    'GET /users/userinfo': () => ({ body: user }),
    'GET /transactions/getNumberOfNewTransactions': () => ({ body: { count: 0 } }),
  })
  vi.stubGlobal('fetch', fetch)
  writeToken('mine')
  await renderInApp(<LiveEvents />, '/map')
  await vi.waitFor(() => expect(queryClient.getQueryData(USERINFO_KEY)).toBeDefined())
  const [[, tell] = []] = vi.mocked(shareLiveEvents).mock.calls
  const announcement = () => screen.getByRole('status').firstElementChild

  act(() => tell?.(message(user.id)))
  expect(announcement()).toBeNull()
  act(() => tell?.(message('ben')))
  const first = announcement()
  expect(first).toHaveTextContent('A new message has arrived.')
  act(() => tell?.(message('ben')))
  expect(announcement()).not.toBe(first)

  const second = announcement()
  window.history.replaceState(null, '', '/profile/inbox?transaction_id=t')
  act(() => tell?.(message('ben')))
  expect(announcement()).toBe(second)
})
