import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { forgetSession, logIn } from '#features/people/accounts/web/data/session.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { Frequency } from '#platform/shared/notification-kinds.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { stubPushBrowser, VAPID_KEY } from '#platform/web/testing/push-browser.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { PushOffer } from './push-offer.tsx'

afterEach(() => {
  vi.useRealTimers()
  writeToken(null)
  vi.unstubAllGlobals()
})

const user = testUser()

async function show(message: Frequency = 'at_once', silent = 0) {
  const { fetch, calls } = answeringFetch({
    'GET /config': () => ({ body: { vapid_public_key: VAPID_KEY } }),
    'GET /userSettings/notifications': () => ({ body: { message } }),
    'POST /userSettings/notifications': () => ({ body: { message: 'at_once' } }),
    'GET /users/userinfo': () => ({ body: user }),
    'POST /push/subscribe': () => ({ status: 204 }),
    'GET /push/devices': () => ({ body: { count: silent, silent } }),
  })
  vi.stubGlobal('fetch', fetch)
  await logIn('token')
  const rendered = await renderInApp(
    <>
      <PushOffer userId={user.id} />
      <p>The end</p>
    </>,
  )
  return { ...rendered, calls }
}
const offer = () => screen.queryByRole('region', { name: /Shall we tell you/ })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
/** Waits long enough for the state of the browser to be read. */
async function showNothing() {
  await show()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(offer()).toBeNull()
}

it('the offer asks for permission only when pressed and moves the focus to the confirmation', async () => {
  const browser = stubPushBrowser()
  await show()
  await waitFor(() => expect(offer()).not.toBeNull())
  expect(browser.asked).toBe(0)
  await press('Tell me here')
  const outcome = await screen.findByText(/^Switched on/)
  expect(document.activeElement).toContainElement(outcome)
  expect(browser.subscription).not.toBeNull()
  expect(offer()).toBeNull()
})

it('the offer stays away for thirty days after "not now", also after a logout', async () => {
  stubPushBrowser()
  const { unmount } = await show()
  await waitFor(() => expect(offer()).not.toBeNull())
  await press('Not now')
  expect(await screen.findByRole('link', { name: 'To the notifications' })).toBeVisible()
  unmount()
  forgetSession()
  await showNothing()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * DAY_MS + 1 })
  await show()
  await waitFor(() => expect(offer()).not.toBeNull())
})

it('the offer says that notifications no longer arrive, even to a member who said "not now"', async () => {
  stubPushBrowser()
  localStorage.setItem('letterlend.pushOfferQuietUntil', String(Date.now() + DAY_MS))
  await show('at_once', 1)
  expect(await screen.findByRole('region', { name: /no longer arrive/ })).toBeVisible()
  expect(screen.getByText(/you get e-mails/)).toBeVisible()
  localStorage.removeItem('letterlend.pushOfferQuietUntil')
})

it('the offer explains how to allow notifications if the browser refuses', async () => {
  const browser = stubPushBrowser()
  browser.answer = 'denied'
  await show()
  await waitFor(() => expect(offer()).not.toBeNull())
  await press('Tell me here')
  expect(await screen.findByText(/to the left of the address/)).toBeVisible()
  expect(offer()).toBeNull()
})

it('the offer is not shown if notifications were denied', async () => {
  stubPushBrowser('denied')
  await showNothing()
})

it('the offer is not shown in a browser without push', async () => {
  vi.stubGlobal('isSecureContext', true)
  await showNothing()
})

it('the offer is not shown if push is on', async () => {
  const browser = stubPushBrowser('granted')
  browser.subscribed()
  localStorage.setItem('letterlend.pushFor', user.id)
  await showNothing()
})

it('the offer says that messages are not sent at once and changes that with one press', async () => {
  stubPushBrowser()
  const { calls } = await show('off')
  await waitFor(() => expect(offer()).not.toBeNull())
  await press('Tell me here')
  await userEvent.click(await screen.findByRole('button', { name: /messages at once/ }))
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
  expect(calls.find(({ name }) => name === 'POST /userSettings/notifications')?.body).toEqual({
    message: 'at_once',
  })
})
