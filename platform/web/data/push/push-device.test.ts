import { afterEach, expect, it, vi } from 'vitest'
import { logIn, logOut } from '#features/people/accounts/web/data/session.ts'
import { OTHER_VAPID_KEY, stubPushBrowser, VAPID_KEY } from '../../testing/push-browser.ts'
import { answeringFetch } from '../../testing/render.tsx'
import { testUser } from '../../testing/user.ts'
import { writeToken } from '../session-token.ts'
import { closeNotifications, keepPush, readPushState, switchPushOn } from './push-device.ts'

afterEach(() => {
  writeToken(null)
  vi.unstubAllGlobals()
})

const user = testUser()

async function comeBack() {
  const { fetch, calls } = answeringFetch({
    'GET /config': () => ({ body: { vapid_public_key: VAPID_KEY } }),
    'GET /users/userinfo': () => ({ body: user }),
    'POST /push/subscribe': () => ({ status: 204 }),
    'POST /push/unsubscribe': () => ({ status: 204 }),
    'POST /auth/logout': () => ({ status: 204 }),
  })
  vi.stubGlobal('fetch', fetch)
  await logIn('token')
  return () =>
    calls
      .filter(({ name }) => name === 'POST /push/subscribe')
      .map(({ body }) => (body as { endpoint: string }).endpoint)
}

it('the subscription is sent to the server again at the start, since the session may be new', async () => {
  stubPushBrowser()
  const subscribedEndpoints = await comeBack()
  await switchPushOn(user.id)
  await keepPush(user.id)
  expect(subscribedEndpoints()).toEqual(['https://push.example/1', 'https://push.example/1'])
})

it.each([
  ['was replaced by the browser', null],
  ['is for keys that the server has no more', OTHER_VAPID_KEY],
])('a new subscription is made if the old one %s', async (_why, key) => {
  const browser = stubPushBrowser()
  const subscribedEndpoints = await comeBack()
  await switchPushOn(user.id)
  browser.subscription = null
  if (key) browser.subscribed(key)
  await keepPush(user.id)
  const last = browser.subscription as { endpoint: string } | null
  expect(subscribedEndpoints().at(-1)).toBe(last?.endpoint)
  expect(subscribedEndpoints().at(-1)).not.toBe('https://push.example/1')
  expect(await readPushState(user.id)).toBe('on')
})

it('the server is notified at the next start, once, if the permission was withdrawn', async () => {
  const browser = stubPushBrowser()
  await comeBack()
  await switchPushOn(user.id)
  Object.assign(Notification, { permission: 'denied' })
  browser.subscription = null
  const { fetch, calls } = answeringFetch({ 'POST /push/unsubscribe': () => ({ status: 204 }) })
  vi.stubGlobal('fetch', fetch)
  await keepPush(user.id)
  await keepPush(user.id)
  expect(calls.map(({ name, body }) => [name, body])).toEqual([['POST /push/unsubscribe', {}]])
  expect(await readPushState(user.id)).toBe('denied')
})

it('the subscription of another account in this browser is removed without a call', async () => {
  const browser = stubPushBrowser('granted')
  browser.subscribed()
  const subscribedEndpoints = await comeBack()
  await keepPush(user.id)
  expect(browser.subscription).toBeNull()
  expect(subscribedEndpoints()).toEqual([])
})

it('push is enabled only by a click', async () => {
  const browser = stubPushBrowser('granted')
  const subscribedEndpoints = await comeBack()
  await keepPush(user.id)
  expect([browser.asked, browser.subscription, subscribedEndpoints()]).toEqual([0, null, []])
})

it('logging out removes the subscription, the notifications and the badge', async () => {
  const browser = stubPushBrowser()
  await comeBack()
  await switchPushOn(user.id)
  const close = vi.fn()
  browser.shown.push({ tag: 'transaction-1', close })
  await logOut()
  await vi.waitFor(() => expect(browser.subscription).toBeNull())
  expect(close).toHaveBeenCalledOnce()
  expect(browser.clearAppBadge).toHaveBeenCalled()
  expect(await readPushState(user.id)).toBe('off')
})

it('the notifications of one conversation are closed, and others stay', async () => {
  const browser = stubPushBrowser('granted')
  const [one, other] = [vi.fn(), vi.fn()]
  browser.shown.push({ tag: 'transaction-1', close: one }, { tag: 'transaction-2', close: other })
  await closeNotifications('transaction-1')
  expect([one.mock.calls.length, other.mock.calls.length]).toEqual([1, 0])
})
