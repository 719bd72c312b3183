import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { logIn } from '#features/people/accounts/web/data/session.ts'
import { isPushOfferQuiet } from '#platform/web/data/push/push-offer.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { stubPushBrowser, VAPID_KEY } from '#platform/web/testing/push-browser.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { DeviceSwitch } from './device-switch.tsx'

afterEach(() => {
  writeToken(null)
  vi.unstubAllGlobals()
})

const user = testUser()

async function show(
  subscribe = () => ({ status: 204 }) as { status: number; body?: unknown },
  key: string | null = VAPID_KEY,
) {
  const { fetch, calls } = answeringFetch({
    'GET /config': () => ({ body: { vapid_public_key: key } }),
    'GET /users/userinfo': () => ({ body: user }),
    'POST /push/subscribe': subscribe,
    'POST /push/unsubscribe': () => ({ status: 204 }),
  })
  vi.stubGlobal('fetch', fetch)
  await logIn('token')
  await renderInApp(<DeviceSwitch userId={user.id} />)
  return () => calls.filter(({ name }) => name.startsWith('POST /push'))
}

const theSwitch = () => screen.findByRole('switch', { name: 'Show notifications here' })

it('the switch is off until it is pressed, asks for permission then and sends the subscription', async () => {
  const browser = stubPushBrowser()
  const calls = await show()
  expect(await theSwitch()).not.toBeChecked()
  expect(browser.asked).toBe(0)

  await userEvent.click(await theSwitch())
  await waitFor(() => expect(calls()).toHaveLength(1))
  expect(calls()[0]).toEqual({
    name: 'POST /push/subscribe',
    body: {
      endpoint: 'https://push.example/1',
      keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
    },
  })
  expect(browser.asked).toBe(1)
  expect(await theSwitch()).toBeChecked()
})

it('switching off ends the subscription even if the server is unreachable', async () => {
  const browser = stubPushBrowser('granted')
  const calls = await show()
  await userEvent.click(await theSwitch())
  await waitFor(() => expect(browser.subscription).not.toBeNull())
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await userEvent.click(await theSwitch())
  await waitFor(() => expect(browser.subscription).toBeNull())
  expect(await theSwitch()).not.toBeChecked()
  expect(calls()).toHaveLength(1)
  // A user who has just decided gets no offer.
  expect(isPushOfferQuiet()).toBe(true)
})

it('the switch follows the subscription of the browser, not a remembered state', async () => {
  const browser = stubPushBrowser('granted')
  await show()
  await userEvent.click(await theSwitch())
  await waitFor(() => expect(browser.subscription).not.toBeNull())
  browser.subscription = null
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(async () => expect(await theSwitch()).not.toBeChecked())
})

it('the switch is off in a browser that another account has subscribed', async () => {
  const browser = stubPushBrowser('granted')
  browser.subscribed()
  await show()
  expect(await theSwitch()).not.toBeChecked()
})

it('the switch stays off and says why if the server refuses, and leaves no subscription behind', async () => {
  const browser = stubPushBrowser('granted')
  await show(() => ({ status: 503, body: { code: 'unavailable', message: '' } }))
  await userEvent.click(await theSwitch())
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(await theSwitch()).not.toBeChecked()
  expect(browser.subscription).toBeNull()
})

it('the switch says that the push service or the worker is unreachable', async () => {
  const browser = stubPushBrowser('granted')
  browser.cutOff = true
  await show()
  await userEvent.click(await theSwitch())
  expect(await screen.findByText(/does not reach the service/)).toBeVisible()
  Object.assign(browser, { registered: false, registrable: false })
  await userEvent.click(await theSwitch())
  expect(await screen.findByText(/did not start/)).toBeVisible()
})

it('the switch explains how to allow a denied permission again and asks at the next press', async () => {
  const browser = stubPushBrowser()
  browser.answer = 'denied'
  await show()
  await userEvent.click(await theSwitch())
  expect(await screen.findByText(/to the left of the address/)).toBeVisible()
  expect(await theSwitch()).not.toBeChecked()
  browser.answer = 'granted'
  await userEvent.click(await theSwitch())
  await waitFor(async () => expect(await theSwitch()).toBeChecked())
  expect(screen.queryByText(/to the left of the address/)).toBeNull()
})

it.each([
  ['no push', {}, /^This browser shows no notifications/],
  ['an iPhone', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)' }, /home screen/],
  ['an iPad', { userAgent: 'Mozilla/5.0 (Macintosh)', maxTouchPoints: 5 }, /home screen/],
  ['a Mac', { userAgent: 'Mozilla/5.0 (Macintosh)', maxTouchPoints: 0 }, /^This browser shows/],
])(
  'there is no switch if there is %s, and a text says what can be done',
  async (_what, device, text) => {
    vi.stubGlobal('isSecureContext', true)
    vi.stubGlobal('navigator', { onLine: true, userAgent: 'Test', maxTouchPoints: 0, ...device })
    await show()
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.queryByRole('switch')).toBeNull()
  },
)

it('the text names plain http as the reason why there is no switch', async () => {
  stubPushBrowser()
  vi.stubGlobal('isSecureContext', false)
  await show()
  expect(await screen.findByText(/encrypted connection/)).toBeVisible()
})

it('there is no switch in a community without push', async () => {
  stubPushBrowser()
  await show(undefined, null)
  expect(await screen.findByText(/^This community sends no/)).toBeVisible()
  expect(screen.queryByRole('switch')).toBeNull()
})
