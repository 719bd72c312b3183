/// <reference lib="webworker" />
import { showInAppBadge } from '../../data/app-badge.ts'
import type { WorkerMessage } from './messages.ts'
import { chooseWindow, notificationOf, ownPath, readPush } from './notifications.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * An open page answers at once; a page that is still loading, or has no session, does not answer at all.
 */
const ANSWER_WITHIN_MS = 1_000

/**
 * Shows the notification whatever is open: while a conversation is visible the server sends no pushes about
 * it, so the content of a push is not on the screen.
 */
async function show(data: PushMessageData | null): Promise<void> {
  const payload = readPush(data)
  const { title, options } = notificationOf(payload, self.location.origin)
  await Promise.all([
    self.registration.showNotification(title, options),
    typeof payload.unseen === 'number' ? showInAppBadge(payload.unseen) : null,
  ])
}

/**
 * Tells the server that a push has arrived: its push service takes pushes for browsers that are gone as well. The secret
 * of the subscription says which browser this is, since the worker has no token.
 */
async function sayItArrived(): Promise<void> {
  const subscription = await self.registration.pushManager.getSubscription()
  const { endpoint, keys } = subscription?.toJSON() ?? {}
  if (!endpoint || !keys) return
  await fetch('/api/v1/push/received', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ endpoint, auth: keys.auth }),
  })
}

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/**
 * Asks the page to show the path without loading anew.
 * @returns whether the page does so
 */
function isShownBy(window: WindowClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), ANSWER_WITHIN_MS)
    window.postMessage({ type: 'open', path } satisfies WorkerMessage, [port2])
  })
}

async function open(path: string): Promise<void> {
  const window = chooseWindow(await windows())
  if (!window) {
    await self.clients.openWindow(path)
    return
  }
  // The browser may refuse the focus; the page shows the right path nevertheless.
  await window.focus().catch(() => undefined)
  if (await isShownBy(window, path)) return
  // A worker cannot navigate a window that it does not control.
  await window.navigate(path).catch(() => self.clients.openWindow(path))
}

/**
 * The old subscription, where the browser gives it:
 * https://w3c.github.io/push-api/#the-pushsubscriptionchange-event
 */
interface SubscriptionChange extends ExtendableEvent {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

/**
 * The worker has no token to tell the server itself: an open page tells it, or the next page that starts.
 * Until then the push service answers that the old subscription is gone, and mails are sent instead.
 */
async function renew({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  const applicationServerKey = oldSubscription?.options.applicationServerKey
  if (!newSubscription && applicationServerKey) {
    const options = { userVisibleOnly: true, applicationServerKey }
    await self.registration.pushManager.subscribe(options)
  }
  for (const window of await windows()) {
    window.postMessage({ type: 'subscription-changed' } satisfies WorkerMessage)
  }
}

/** Shows pushes as notifications, and opens the page of those that are pressed. */
export function handlePushes(): void {
  self.addEventListener('push', (event) => {
    event.waitUntil(show(event.data))
    // Without it the mail comes as well.
    event.waitUntil(sayItArrived().catch(() => undefined))
  })
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(ownPath(event.notification.data?.path, self.location.origin)))
  })
  self.addEventListener('pushsubscriptionchange', (event) => {
    const change = event as SubscriptionChange
    change.waitUntil(renew(change))
  })
}
