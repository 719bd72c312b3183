import { act, screen, waitFor } from '@testing-library/react'
import { useLocation } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { logIn } from '#features/people/accounts/web/data/session.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import type { WorkerMessage } from '#platform/web/start/service-worker/messages.ts'
import { OTHER_VAPID_KEY, stubPushBrowser, VAPID_KEY } from '#platform/web/testing/push-browser.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { PushUpkeep } from './push-upkeep.tsx'

afterEach(() => {
  writeToken(null)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const user = testUser()

function Address() {
  const { pathname, search } = useLocation()
  return <p>{pathname + search}</p>
}

/** The key of the server, and when it was queried. */
const server = { key: VAPID_KEY }

async function start() {
  server.key = VAPID_KEY
  const browser = stubPushBrowser('granted')
  const { fetch, calls } = answeringFetch({
    'GET /config': () => ({ body: { vapid_public_key: server.key } }),
    'GET /users/userinfo': () => ({ body: user }),
    'POST /push/subscribe': () => ({ status: 204 }),
  })
  vi.stubGlobal('fetch', fetch)
  browser.subscribed()
  localStorage.setItem('letterlend.pushFor', user.id)
  await logIn('token')
  const rendered = await renderInApp(
    <>
      <PushUpkeep />
      <Address />
    </>,
    '/map',
  )
  await waitFor(() => expect(browser.listeners.size).toBe(1))
  const say = (data: WorkerMessage, ports: Pick<MessagePort, 'postMessage'>[] = []) =>
    act(async () => {
      for (const listener of browser.listeners) listener({ data, ports } as unknown as MessageEvent)
    })
  const countSubscribeCalls = () =>
    calls.filter(({ name }) => name === 'POST /push/subscribe').length
  return { ...rendered, browser, say, countSubscribeCalls }
}

it('pressing a notification opens its page without a reload and confirms it to the worker', async () => {
  const { say, browser, unmount } = await start()
  const postMessage = vi.fn()
  await say({ type: 'open', path: '/profile/inbox?transaction_id=1' }, [{ postMessage }])
  expect(screen.getByText('/profile/inbox?transaction_id=1')).toBeVisible()
  expect(postMessage).toHaveBeenCalledOnce()
  unmount()
  expect(browser.listeners.size).toBe(0)
})

it('the subscription is sent at each start and when the browser has a new one', async () => {
  const { say, countSubscribeCalls, browser } = await start()
  await waitFor(() => expect(countSubscribeCalls()).toBe(1))
  browser.subscribed()
  await say({ type: 'subscription-changed' })
  await waitFor(() => expect(countSubscribeCalls()).toBe(2))
  await say({ type: 'newer' })
  expect(countSubscribeCalls()).toBe(2)
})

it('the app subscribes again if the key was rotated while it was closed', async () => {
  const { countSubscribeCalls, browser } = await start()
  await waitFor(() => expect(countSubscribeCalls()).toBe(1))
  const first = browser.subscription?.endpoint
  server.key = OTHER_VAPID_KEY
  const comeBack = () => act(async () => document.dispatchEvent(new Event('visibilitychange')))
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + 50 * MINUTE_MS)
  await comeBack()
  expect([countSubscribeCalls(), browser.subscription?.endpoint]).toEqual([1, first])
  vi.setSystemTime(Date.now() + 20 * MINUTE_MS)
  await comeBack()
  await waitFor(() => expect(countSubscribeCalls()).toBe(2))
  expect(browser.subscription?.endpoint).not.toBe(first)
})
