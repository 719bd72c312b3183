/// <reference lib="webworker" />
import type { BrowserContext, Worker } from '@playwright/test'
import type { Device } from '#app/server/testing/push-server.ts'

interface Shown {
  title: string
  body: string
  tag: string
  path: string
}

/** What stands for the device in its service worker. */
interface DeviceScope extends ServiceWorkerGlobalScope {
  shown?: Shown[]
}

/**
 * Plays the device and the push service of the browser's maker: the packaged Chromium allows no
 * notifications, has no badges and reaches no push service. The app's own code runs as it is.
 */
export class PushedBrowser {
  private constructor(private readonly context: BrowserContext) {}

  /** Whoever is asked for the permission gives it; subscriptions are those of `device`. */
  static async prepare(context: BrowserContext, device: Device): Promise<PushedBrowser> {
    await context.addInitScript((subscription) => {
      const key = () => localStorage.getItem('test.subscribed')
      const restore = () => {
        const base64 = (key() ?? '').replaceAll('-', '+').replaceAll('_', '/')
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
        return {
          endpoint: subscription.endpoint,
          options: { applicationServerKey: bytes.buffer },
          toJSON: () => subscription,
          unsubscribe: async () => localStorage.removeItem('test.subscribed'),
        } as unknown as PushSubscription
      }
      PushManager.prototype.getSubscription = async () => (key() === null ? null : restore())
      PushManager.prototype.subscribe = async (options) => {
        localStorage.setItem('test.subscribed', String(options?.applicationServerKey))
        return restore()
      }
      const allowed = () => (sessionStorage.getItem('test.allowed') ? 'granted' : 'default')
      Object.defineProperty(Notification, 'permission', { get: allowed })
      Notification.requestPermission = async () => {
        sessionStorage.setItem('test.allowed', 'yes')
        return allowed()
      }
    }, device.subscription)
    return new PushedBrowser(context)
  }

  private get worker(): Worker {
    const [worker] = this.context.serviceWorkers()
    if (!worker) throw new Error('No service worker runs.')
    return worker
  }

  /** Hands a push to the service worker. @returns what the device shows then */
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

  /** Presses the newest of what is shown. */
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
