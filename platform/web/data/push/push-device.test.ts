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

it('says again to the server how the browser is reached, for the session may be a new one', async () => {
  stubPushBrowser()
  const subscribedEndpoints = await comeBack()
  await switchPushOn(user.id)
  await keepPush(user.id)
  expect(subscribedEndpoints()).toEqual(['https://push.example/1', 'https://push.example/1'])
})

it.each([
  ['was replaced by the browser', null],
  ['is for keys that the server has no more', OTHER_VAPID_KEY],
])('makes a new subscription where the old one %s', async (_why, key) => {
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

it('tells the server at the next start that the browser allows them no more', async () => {
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

it('ends what somebody else had switched on in this browser, and tells nobody', async () => {
  const browser = stubPushBrowser('granted')
  browser.subscribed()
  const subscribedEndpoints = await comeBack()
  await keepPush(user.id)
  expect(browser.subscription).toBeNull()
  expect(subscribedEndpoints()).toEqual([])
})

it('is switched on by nobody but with a press', async () => {
  const browser = stubPushBrowser('granted')
  const subscribedEndpoints = await comeBack()
  await keepPush(user.id)
  expect([browser.asked, browser.subscription, subscribedEndpoints()]).toEqual([0, null, []])
})

it('ends with logging out: no subscription, no notification, no badge is left', async () => {
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

it('puts away what was told of one conversation', async () => {
  const browser = stubPushBrowser('granted')
  const [one, other] = [vi.fn(), vi.fn()]
  browser.shown.push({ tag: 'transaction-1', close: one }, { tag: 'transaction-2', close: other })
  await closeNotifications('transaction-1')
  expect([one.mock.calls.length, other.mock.calls.length]).toEqual([1, 0])
})
