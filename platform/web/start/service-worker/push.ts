/// <reference lib="webworker" />
import { showInAppBadge } from '../../data/app-badge.ts'
import type { WorkerMessage } from './messages.ts'
import { chooseWindow, notificationOf, ownPath, readPush } from './notifications.ts'

declare const self: ServiceWorkerGlobalScope

/** A page that is open answers at once; one that is still loading, or without a session, not at all. */
const ANSWER_WITHIN_MS = 1_000

/**
 * Shows it whatever is open: while a conversation is in view the server pushes nothing of it, so what
 * comes here is not on the screen.
 */
async function show(data: PushMessageData | null): Promise<void> {
  const payload = readPush(data)
  const { title, options } = notificationOf(payload, self.location.origin)
  await Promise.all([
    self.registration.showNotification(title, options),
    typeof payload.unseen === 'number' ? showInAppBadge(payload.unseen) : null,
  ])
}

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Asks the page to show the path without loading anew. @returns whether it does */
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
  // Refused to a press that the browser takes for none; the page is right nevertheless.
  await window.focus().catch(() => undefined)
  if (await isShownBy(window, path)) return
  // A window that this worker does not control cannot be led anywhere.
  await window.navigate(path).catch(() => self.clients.openWindow(path))
}

/** The one before, as far as the browser says: https://w3c.github.io/push-api/#the-pushsubscriptionchange-event */
interface SubscriptionChange extends ExtendableEvent {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

/**
 * The worker has no token to tell the server by: an open page does, or the next one that starts. The
 * push service answers for the old subscription that it is gone, and mails follow meanwhile.
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

/** Shows what is pushed, and leads whoever presses it to where it is seen. */
export function handlePushes(): void {
  self.addEventListener('push', (event) => event.waitUntil(show(event.data)))
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(ownPath(event.notification.data?.path, self.location.origin)))
  })
  self.addEventListener('pushsubscriptionchange', (event) => {
    const change = event as SubscriptionChange
    change.waitUntil(renew(change))
  })
}
