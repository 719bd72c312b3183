import { HOUR_MS } from '#platform/shared/durations.ts'
import { registerWorker } from '../../start/service-worker/register.ts'
import { call } from '../api-client.ts'
import { showInAppBadge } from '../app-badge.ts'
import { configQuery } from '../config.ts'
import { queryClient } from '../query-client.ts'
import { isSessionOf } from '../session-token.ts'

/**
 * Whether this browser gets notifications. This depends on the browser's subscription and the account for which they
 * were switched on.
 */
export type PushState =
  | 'on'
  | 'off'
  /** The user, or the browser, has denied notifications for this page. */
  | 'denied'
  /** On phones and tablets, Safari only allows notifications for apps on the home screen. */
  | 'home_screen'
  /** The page is not served by https. */
  | 'insecure'
  /** The community has no pushes. */
  | 'not_offered'
  | 'unsupported'

/** Why notifications could not be switched on, apart from server errors. */
export class PushError extends Error {
  /** `worker`: the service worker does not start; `service`: the browser cannot reach its push service. */
  constructor(readonly reason: 'worker' | 'service') {
    super(`No push: ${reason}`)
  }
}

/** Before it starts, a worker stores all files of the app, which may take a while on a phone. */
const WORKER_WITHIN_MS = 30_000
/** The account for which notifications are on. Removed with the account's other data on the device. */
const OWNER_KEY = 'letterlend.pushFor'

function readOwner(): string | null {
  try {
    return localStorage.getItem(OWNER_KEY)
  } catch {
    return null
  }
}

function writeOwner(userId: string | null): void {
  try {
    if (userId === null) localStorage.removeItem(OWNER_KEY)
    else localStorage.setItem(OWNER_KEY, userId)
  } catch {
    // If storage is blocked, no session lasts either.
  }
}

const isAppleTouch = () =>
  /iP(hone|ad|od)/.test(navigator.userAgent) ||
  // An iPad identifies as a Mac.
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** Why this browser cannot get notifications; null if it can. */
function findHindrance(): Exclude<PushState, 'on' | 'off' | 'not_offered'> | null {
  if (!window.isSecureContext) return 'insecure'
  const able = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!able) return isAppleTouch() ? 'home_screen' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : null
}

/** Undefined if the browser has no service workers, or does not allow one for this page. */
const findRegistration = async () =>
  navigator.serviceWorker?.getRegistration().catch(() => undefined)

/** @param staleTime maximum age of the cached settings in milliseconds */
const readKey = async (staleTime = Number.POSITIVE_INFINITY) =>
  (await queryClient.fetchQuery({ ...configQuery, staleTime })).vapid_public_key

/** Never prompts the user. */
export async function readPushState(userId: string): Promise<PushState> {
  // Without network the answer is unknown: notifications that were on count as on.
  if ((await readKey().catch(() => undefined)) === null) return 'not_offered'
  const hindrance = findHindrance()
  if (hindrance) return hindrance
  const subscription = await (await findRegistration())?.pushManager.getSubscription()
  const allowed = Notification.permission === 'granted'
  return subscription && allowed && readOwner() === userId ? 'on' : 'off'
}

/** The app registers its worker some seconds after the start; if the user is faster, it is registered now. */
async function startedWorker(): Promise<ServiceWorkerRegistration> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PushError('worker')), WORKER_WITHIN_MS)
  })
  try {
    if (!(await findRegistration())) await registerWorker()
    return await Promise.race([navigator.serviceWorker.ready, late])
  } catch {
    throw new PushError('worker')
  } finally {
    clearTimeout(timer)
  }
}

const toBase64Url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Returns the existing subscription, or a new one if it was made with other keys, which could not be pushed to. */
async function subscribe({ pushManager }: ServiceWorkerRegistration): Promise<PushSubscription> {
  const key = await readKey()
  const existing = await pushManager.getSubscription()
  const existingKey = existing?.options.applicationServerKey
  if (existing && existingKey && toBase64Url(existingKey) === key) return existing
  await existing?.unsubscribe()
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  } catch {
    throw new PushError('service')
  }
}

/** Sends the browser's subscription to the server; repeating this does no harm. */
async function tellServer(subscription: PushSubscription, userId: string): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  if (!isSessionOf(userId)) return
  await call('POST /push/subscribe', { body: { endpoint: endpoint ?? '', keys: { p256dh, auth } } })
}

/**
 * Requests permission and switches notifications on. Call it first in a click handler, as browsers require.
 * @throws {PushError}
 * @throws {ApiError} if the server fails; notifications stay off
 */
export async function switchPushOn(userId: string): Promise<PushState> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  const subscription = await subscribe(await startedWorker())
  try {
    await tellServer(subscription, userId)
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
  writeOwner(userId)
  return 'on'
}

/** Works without network too: the push service notifies the server later. */
export async function switchPushOff(): Promise<PushState> {
  writeOwner(null)
  const subscription = await (await findRegistration())?.pushManager.getSubscription()
  if (!subscription) return 'off'
  await subscription.unsubscribe()
  await call('POST /push/unsubscribe', { body: { endpoint: subscription.endpoint } }).catch(
    () => undefined,
  )
  return 'off'
}

/** How long the server's key is trusted, for apps that stay open for days. */
export const KEY_KNOWN_MS = HOUR_MS

/** Tells the server that the browser does not allow notifications any more. */
async function giveUpPush(userId: string): Promise<void> {
  if (!isSessionOf(userId)) return
  await call('POST /push/unsubscribe', { body: {} })
  writeOwner(null)
}

/**
 * Keeps notifications working: after a new login, after the browser lost or replaced the subscription, and after the
 * server changed its keys. Ends those of another account, and those that the browser no longer allows.
 */
export async function keepPush(userId: string): Promise<void> {
  const hindrance = findHindrance()
  if (readOwner() !== userId) {
    if (hindrance) return
    const registration = await findRegistration()
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
    return
  }
  if (hindrance || Notification.permission !== 'granted') return giveUpPush(userId)
  if ((await readKey(KEY_KNOWN_MS)) === null) return
  await tellServer(await subscribe(await startedWorker()), userId)
}

/** Closes visible notifications on this device, all of them or those with a tag. */
export async function closeNotifications(tag?: string): Promise<void> {
  const notifications = await (await findRegistration())?.getNotifications(tag ? { tag } : {})
  for (const notification of notifications ?? []) notification.close()
}

/**
 * The account left this device: ends its notifications and closes visible ones. The server deletes the subscription
 * with the session.
 */
export async function leavePush(): Promise<void> {
  writeOwner(null)
  await Promise.allSettled([
    showInAppBadge(0),
    closeNotifications(),
    findRegistration()
      .then((registration) => registration?.pushManager?.getSubscription())
      .then((subscription) => subscription?.unsubscribe()),
  ])
}
