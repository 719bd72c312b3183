import { afterEach, expect, it, vi } from 'vitest'
import { handlePushes } from './push.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const ORIGIN = 'https://lend.example.org'

interface WindowOptions {
  path?: string
  /** Whether the page shows the requested path. */
  answers?: boolean
  /** Whether this worker controls the window and may navigate it. */
  controlled?: boolean
}

function openWindow({ path = '/map', answers = true, controlled = true }: WindowOptions = {}) {
  return {
    url: ORIGIN + path,
    focused: false,
    visibilityState: 'hidden' as const,
    frameType: 'top-level' as const,
    focus: vi.fn(async () => undefined),
    navigate: vi.fn(async (_path: string) => {
      if (!controlled) throw new TypeError('not controlled')
    }),
    postMessage: vi.fn((_data: unknown, ports: MessagePort[] = []) => {
      if (answers) ports[0]?.postMessage('opened')
    }),
  }
}

/** A worker in a browser with these windows. */
function startWorker(windows: ReturnType<typeof openWindow>[] = []) {
  const listeners = new Map<string, (event: object) => void>()
  const setAppBadge = vi.fn(async (_count: number) => undefined)
  const worker = {
    showNotification: vi.fn(async (_title: string, _options: object) => undefined),
    subscribe: vi.fn(async (_options: object) => ({})),
    openWindow: vi.fn(async (_path: string) => null),
    setAppBadge,
    /** Resolves when the event's `waitUntil` has ended. */
    async happen(type: string, event: object) {
      const work: unknown[] = []
      listeners.get(type)?.({ ...event, waitUntil: (part: unknown) => work.push(part) })
      await Promise.all(work)
    },
    press: (path: unknown, close = () => undefined) =>
      worker.happen('notificationclick', { notification: { data: { path }, close } }),
  }
  vi.stubGlobal('self', {
    location: new URL(ORIGIN),
    addEventListener: (type: string, listener: (event: object) => void) =>
      listeners.set(type, listener),
    registration: {
      showNotification: worker.showNotification,
      pushManager: {
        subscribe: worker.subscribe,
        getSubscription: async () => ({
          toJSON: () => ({ endpoint: 'https://push.example/1', keys: { auth: 'secret' } }),
        }),
      },
    },
    clients: { matchAll: async () => windows, openWindow: worker.openWindow },
  })
  vi.stubGlobal('navigator', { setAppBadge })
  handlePushes()
  return worker
}

it('a push shows a notification and sets the badge of the icon', async () => {
  const worker = startWorker([openWindow()])
  const payload = { title: 'Ada', body: 'May I?', path: '/wishes', tag: 't', unseen: 3 }
  await worker.happen('push', { data: { json: () => payload } })
  expect(worker.showNotification.mock.calls).toEqual([['Ada', expect.anything()]])
  expect(worker.setAppBadge).toHaveBeenCalledWith(3)
})

it('a push is confirmed to the server, and is shown even if that fails', async () => {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => new Response(null))
  vi.stubGlobal('fetch', fetch)
  const worker = startWorker()
  await worker.happen('push', { data: null })
  const [path, init] = fetch.mock.calls[0] ?? []
  expect(path).toBe('/api/v1/push/received')
  expect(JSON.parse(String(init?.body))).toEqual({
    endpoint: 'https://push.example/1',
    auth: 'secret',
  })
  fetch.mockRejectedValue(new TypeError('no network'))
  await worker.happen('push', { data: null })
  expect(worker.showNotification).toHaveBeenCalledTimes(2)
})

it('an empty push shows a notification as well', async () => {
  const worker = startWorker()
  await worker.happen('push', { data: null })
  expect(worker.showNotification).toHaveBeenCalledOnce()
  expect(worker.setAppBadge).not.toHaveBeenCalled()
})

it('a pressed notification navigates an open page without loading it', async () => {
  const window = openWindow()
  const worker = startWorker([window])
  const close = vi.fn()
  await worker.press('/wishes', close)
  expect(close).toHaveBeenCalledOnce()
  expect(window.focus).toHaveBeenCalledOnce()
  expect(window.postMessage.mock.calls[0]?.[0]).toEqual({ type: 'open', path: '/wishes' })
  expect(window.navigate).not.toHaveBeenCalled()
  expect(worker.openWindow).not.toHaveBeenCalled()
})

it.each([
  ['loads it in the window whose page does not answer', true, 0],
  ['opens a new window where it cannot lead that one', false, 1],
])('a pressed notification %s', async (_what, controlled, opened) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const window = openWindow({ answers: false, controlled })
  const worker = startWorker([window])
  const pressed = worker.press('/wishes')
  await vi.advanceTimersByTimeAsync(1_000)
  await pressed
  expect(window.navigate).toHaveBeenCalledWith('/wishes')
  expect(worker.openWindow).toHaveBeenCalledTimes(opened)
})

it('a pressed notification opens a new window if none is open or the only one shows a payment, never on another origin', async () => {
  const paying = openWindow({ path: '/order/StepFive' })
  const worker = startWorker([paying])
  await worker.press('https://evil.example/x')
  expect(worker.openWindow.mock.calls).toEqual([['/profile/inbox']])
  expect(paying.focus).not.toHaveBeenCalled()
})

it('an expired subscription is renewed with the same key, and the pages are notified', async () => {
  const window = openWindow()
  const worker = startWorker([window])
  const applicationServerKey = new ArrayBuffer(65)
  const oldSubscription = { options: { applicationServerKey } }
  await worker.happen('pushsubscriptionchange', { oldSubscription })
  expect(worker.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey })
  // The browser may have made the new one itself.
  await worker.happen('pushsubscriptionchange', { oldSubscription, newSubscription: {} })
  expect(worker.subscribe).toHaveBeenCalledOnce()
  expect(window.postMessage.mock.calls).toEqual([
    [{ type: 'subscription-changed' }],
    [{ type: 'subscription-changed' }],
  ])
})
