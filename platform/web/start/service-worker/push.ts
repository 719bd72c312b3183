/// <reference lib="webworker" />
import { showInAppBadge } from '../../data/app-badge.ts'
import type { WorkerMessage } from './messages.ts'
import { chooseWindow, notificationOf, ownPath, readPush } from './notifications.ts'

declare const self: ServiceWorkerGlobalScope

/** An open page answers at once; one that is still loading, or without a session, does not answer. */
const ANSWER_WITHIN_MS = 1_000

/** Shows the notification whatever is open: the server sends no pushes about a conversation that is visible. */
async function show(data: PushMessageData | null): Promise<void> {
  const payload = readPush(data)
  const { title, options } = notificationOf(payload, self.location.origin)
  await Promise.all([
    self.registration.showNotification(title, options),
    typeof payload.unseen === 'number' ? showInAppBadge(payload.unseen) : null,
  ])
}

/**
 * Confirms to the server that a push arrived, since push services also accept pushes for browsers that are gone. The
 * worker has no token; the subscription's secret identifies the browser.
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
 * Asks the page to show the path without a reload.
 * @returns whether the page does
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
 * The old subscription, if the browser provides it: https://w3c.github.io/push-api/#the-pushsubscriptionchange-event
 */
interface SubscriptionChange extends ExtendableEvent {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

/**
 * The worker has no token and cannot register it: an open page does, or the next one that starts. Until then the push
 * service reports the old subscription as gone, and the server sends mails.
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

/** Shows pushes as notifications and opens their pages when clicked. */
export function handlePushes(): void {
  self.addEventListener('push', (event) => {
    event.waitUntil(show(event.data))
    // Without the confirmation, the server also sends the mail.
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
