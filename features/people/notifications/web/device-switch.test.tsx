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

it('is off until it is pressed, asks then, and tells the server of the browser', async () => {
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

it('ends the subscription when it is switched off, also where the server is away', async () => {
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

it('goes by the subscription of the browser, not by what was remembered', async () => {
  const browser = stubPushBrowser('granted')
  await show()
  await userEvent.click(await theSwitch())
  await waitFor(() => expect(browser.subscription).not.toBeNull())
  browser.subscription = null
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(async () => expect(await theSwitch()).not.toBeChecked())
})

it('is off in a browser that somebody else switched on', async () => {
  const browser = stubPushBrowser('granted')
  browser.subscribed()
  await show()
  expect(await theSwitch()).not.toBeChecked()
})

it('stays off and says why where the server refuses, and leaves no subscription behind', async () => {
  const browser = stubPushBrowser('granted')
  await show(() => ({ status: 503, body: { code: 'unavailable', message: '' } }))
  await userEvent.click(await theSwitch())
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(await theSwitch()).not.toBeChecked()
  expect(browser.subscription).toBeNull()
})

it('says so where the push service, or a worker, is out of reach', async () => {
  const browser = stubPushBrowser('granted')
  browser.cutOff = true
  await show()
  await userEvent.click(await theSwitch())
  expect(await screen.findByText(/does not reach the service/)).toBeVisible()
  Object.assign(browser, { registered: false, registrable: false })
  await userEvent.click(await theSwitch())
  expect(await screen.findByText(/did not start/)).toBeVisible()
})

it('tells how to allow again what was denied, and asks again at the next press', async () => {
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
])('has no switch where there is %s, and says what can be done', async (_what, device, text) => {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('navigator', { onLine: true, userAgent: 'Test', maxTouchPoints: 0, ...device })
  await show()
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.queryByRole('switch')).toBeNull()
})

it('says that plain http is why there is none', async () => {
  stubPushBrowser()
  vi.stubGlobal('isSecureContext', false)
  await show()
  expect(await screen.findByText(/encrypted connection/)).toBeVisible()
})

it('has no switch where the community pushes to nobody', async () => {
  stubPushBrowser()
  await show(undefined, null)
  expect(await screen.findByText(/^This community sends no/)).toBeVisible()
  expect(screen.queryByRole('switch')).toBeNull()
})
