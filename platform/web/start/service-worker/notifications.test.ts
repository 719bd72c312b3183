import { expect, it } from 'vitest'
import { chooseWindow, notificationOf, ownPath, readPush } from './notifications.ts'

const ORIGIN = 'https://lend.example.org'

it('a notification shows the push, and alerts again if it replaces an earlier one', () => {
  const payload = {
    title: 'Ada asks for “Ladder”',
    body: 'May I?',
    path: '/profile/inbox?transaction_id=1',
    tag: 'transaction-1',
  }
  expect(notificationOf(payload, ORIGIN)).toEqual({
    title: payload.title,
    options: {
      body: 'May I?',
      icon: '/icon-192.png',
      badge: '/icon-badge-96.png',
      data: { path: payload.path },
      tag: 'transaction-1',
      renotify: true,
    },
  })
  // Browsers reject `renotify` without a tag.
  expect(notificationOf({ ...payload, tag: undefined }, ORIGIN).options).not.toHaveProperty(
    'renotify',
  )
})

it('a push that cannot be read still shows a notification, since silent pushes are not allowed', () => {
  const broken = () => {
    throw new SyntaxError()
  }
  for (const data of [null, { json: broken }, { json: () => null }, { json: () => 'text' }]) {
    const { title, options } = notificationOf(readPush(data), ORIGIN)
    expect(title).toBe('lend.example.org')
    expect(options.data).toEqual({ path: '/profile/inbox' })
  }
})

it('a notification opens only paths of our own origin', () => {
  expect(ownPath('/wishes?x=1#y', ORIGIN)).toBe('/wishes?x=1#y')
  expect(ownPath(`${ORIGIN}/wishes`, ORIGIN)).toBe('/wishes')
  for (const path of [
    'https://evil.example/profile/inbox',
    'http://lend.example.org/wishes',
    '//evil.example/x',
    '/\\evil.example/x',
    '/.//evil.example/x',
    'javascript:alert(1)',
    'https://[',
    undefined,
    7,
  ]) {
    expect(ownPath(path, ORIGIN), String(path)).toBe('/profile/inbox')
  }
})

const window = (path: string, more: Partial<WindowClient> = {}) => ({
  url: ORIGIN + path,
  focused: false,
  visibilityState: 'hidden' as const,
  frameType: 'top-level' as const,
  ...more,
})

it('a notification opens in the front window, but not in a frame or during a payment', () => {
  const hidden = window('/map')
  const visibleWindow = window('/profile', { visibilityState: 'visible' })
  const focused = window('/wishes', { visibilityState: 'visible', focused: true })
  expect(chooseWindow([hidden, visibleWindow, focused])).toBe(focused)
  expect(chooseWindow([hidden, visibleWindow])).toBe(visibleWindow)
  expect(
    chooseWindow([
      window('/embed'),
      window('/map', { frameType: 'nested', focused: true }),
      window('/order/StepFive', { focused: true }),
      hidden,
    ]),
  ).toBe(hidden)
  expect(chooseWindow([window('/order/payment')])).toBeUndefined()
})
