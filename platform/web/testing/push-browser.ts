import { vi } from 'vitest'

/** Public keys in the server's format: 65 bytes. */
export const VAPID_KEY = `B${'A'.repeat(86)}`
export const OTHER_VAPID_KEY = `B${'B'.repeat(85)}A`

const bytesOf = (key: string) =>
  Uint8Array.from(atob(`${key.replaceAll('-', '+').replaceAll('_', '/')}=`), (sign) =>
    sign.charCodeAt(0),
  ).buffer

export interface FakeSubscription {
  endpoint: string
  options: { applicationServerKey: ArrayBuffer }
  toJSON(): object
  unsubscribe(): Promise<boolean>
}

/**
 * Stubs a browser with push: the user's answer to the permission prompt, and the push service. `vi.unstubAllGlobals()`
 * removes it.
 */
export function stubPushBrowser(permission: NotificationPermission = 'default') {
  const state = {
    /** The user's answer to the permission prompt. */
    answer: 'granted' as NotificationPermission,
    asked: 0,
    subscription: null as FakeSubscription | null,
    /** Whether the push service is unreachable. */
    cutOff: false,
    /** Whether a service worker exists, and whether one can be registered. */
    registered: true,
    registrable: true,
    shown: [] as { tag: string; close: () => void }[],
    made: 0,
    listeners: new Set<(event: MessageEvent) => void>(),
    /** The subscription of a browser that subscribed earlier with this key. */
    subscribed(key = VAPID_KEY) {
      const endpoint = `https://push.example/${++state.made}`
      state.subscription = {
        endpoint,
        options: { applicationServerKey: bytesOf(key) },
        toJSON: () => ({ endpoint, keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) } }),
        async unsubscribe() {
          state.subscription = null
          return true
        },
      }
      return state.subscription
    },
  }
  const registration = {
    pushManager: {
      getSubscription: async () => state.subscription,
      async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
        if (state.cutOff) throw new DOMException('push service error', 'AbortError')
        return state.subscribed(applicationServerKey)
      },
    },
    getNotifications: async ({ tag }: { tag?: string }) =>
      state.shown.filter((each) => !tag || each.tag === tag),
  }
  const serviceWorker = {
    getRegistration: async () => (state.registered ? registration : undefined),
    async register() {
      if (!state.registrable) throw new DOMException('', 'SecurityError')
      state.registered = true
      return registration
    },
    ready: Promise.resolve(registration),
    addEventListener: (_type: string, listener: (event: MessageEvent) => void) =>
      state.listeners.add(listener),
    removeEventListener: (_type: string, listener: (event: MessageEvent) => void) =>
      state.listeners.delete(listener),
  }
  const setAppBadge = vi.fn(async (_count: number) => undefined)
  const clearAppBadge = vi.fn(async () => undefined)
  const added = { serviceWorker, setAppBadge, clearAppBadge }
  const realNavigator = navigator
  const stubbed = new Proxy(realNavigator, {
    has: (target, name) => name in added || name in target,
    get(target, name) {
      if (name in added) return added[name as keyof typeof added]
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const notification = {
    permission,
    async requestPermission() {
      state.asked++
      notification.permission = state.answer
      return state.answer
    },
  }
  vi.stubGlobal('navigator', stubbed)
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('isSecureContext', true)
  return Object.assign(state, { setAppBadge, clearAppBadge })
}
