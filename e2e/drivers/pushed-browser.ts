/// <reference lib="webworker" />
import type { BrowserContext, Worker } from '@playwright/test'
import type { Device, PushServer } from '#app/server/testing/push-server.ts'

interface Shown {
  title: string
  body: string
  tag: string
  path: string
}

/** The fake device in its service worker. */
interface DeviceScope extends ServiceWorkerGlobalScope {
  shown?: Shown[]
}

/** The fake push service in the page. */
interface PageScope {
  subscribeAtService(key: string): Promise<Device['subscription']>
}

/**
 * Fakes the device and the push service of the browser vendor, because the packaged Chromium allows no notifications,
 * has no badges and reaches no push service. The app's own code runs unchanged.
 */
export class PushedBrowser {
  /** One for each subscription, oldest first. */
  readonly devices: Device[] = []

  private constructor(private readonly context: BrowserContext) {}

  /** Grants the notification permission; subscriptions are created at `service`. */
  static async prepare(context: BrowserContext, service: PushServer): Promise<PushedBrowser> {
    const browser = new PushedBrowser(context)
    await context.exposeFunction('subscribeAtService', (key: string) => {
      const device = service.subscribe(key)
      browser.devices.push(device)
      return device.subscription
    })
    await context.addInitScript(() => {
      type Kept = { key: string; subscription: Device['subscription'] }
      const kept = (): Kept | null => JSON.parse(localStorage.getItem('test.subscribed') ?? 'null')
      const restore = ({ key, subscription }: Kept) => {
        const base64 = key.replaceAll('-', '+').replaceAll('_', '/')
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
        return {
          endpoint: subscription.endpoint,
          options: { applicationServerKey: bytes.buffer },
          toJSON: () => subscription,
          unsubscribe: async () => localStorage.removeItem('test.subscribed'),
        } as unknown as PushSubscription
      }
      PushManager.prototype.getSubscription = async () => {
        const existing = kept()
        return existing && restore(existing)
      }
      PushManager.prototype.subscribe = async (options) => {
        const key = String(options?.applicationServerKey)
        const { subscribeAtService } = window as unknown as PageScope
        const made = { key, subscription: await subscribeAtService(key) }
        localStorage.setItem('test.subscribed', JSON.stringify(made))
        return restore(made)
      }
      const allowed = () => (sessionStorage.getItem('test.allowed') ? 'granted' : 'default')
      Object.defineProperty(Notification, 'permission', { get: allowed })
      Notification.requestPermission = async () => {
        sessionStorage.setItem('test.allowed', 'yes')
        return allowed()
      }
    })
    return browser
  }

  private get worker(): Worker {
    const [worker] = this.context.serviceWorkers()
    if (!worker) throw new Error('No service worker runs.')
    return worker
  }

  /** Delivers a push to the service worker. @returns what the device then shows */
  deliver(payload: unknown): Promise<{ shown: Shown[]; badge: number }> {
    return this.worker.evaluate(async (json) => {
      const scope = globalThis as unknown as DeviceScope
      scope.registration.showNotification = async (title, { body = '', tag = '', data } = {}) => {
        const others = (scope.shown ?? []).filter((each) => each.tag !== tag)
        scope.shown = [...others, { title, body, tag, path: data.path }]
      }
      let badge = 0
      const setAppBadge = async (count: number) => {
        badge = count
      }
      Object.assign(scope.navigator, { setAppBadge })
      let done: Promise<unknown> | undefined
      const waitUntil = (work: Promise<unknown>) => {
        done = work
      }
      scope.dispatchEvent(
        Object.assign(new Event('push'), { data: { json: () => json }, waitUntil }),
      )
      await done
      return { shown: scope.shown ?? [], badge }
    }, payload)
  }

  /** Presses the newest notification. */
  press(): Promise<void> {
    return this.worker.evaluate(async () => {
      const scope = globalThis as unknown as DeviceScope
      const data = scope.shown?.at(-1)
      let done: Promise<unknown> | undefined
      const waitUntil = (work: Promise<unknown>) => {
        done = work
      }
      const notification = { data, close: () => scope.shown?.pop() }
      scope.dispatchEvent(
        Object.assign(new Event('notificationclick'), { notification, waitUntil }),
      )
      await done
    })
  }
}
