import { HOUR_MS } from '#platform/shared/durations.ts'
import { registerWorker } from '../../start/service-worker/register.ts'
import { call } from '../api-client.ts'
import { showInAppBadge } from '../app-badge.ts'
import { configQuery } from '../config.ts'
import { queryClient } from '../query-client.ts'
import { isSessionOf } from '../session-token.ts'

/**
 * Whether this browser gets notifications. What counts is the browser's own subscription, and the account
 * for which it was switched on.
 */
export type PushState =
  | 'on'
  | 'off'
  /** The person, or the browser for them, does not allow notifications of this page. */
  | 'denied'
  /** On phones and tablets Safari shows notifications only for apps on the home screen. */
  | 'home_screen'
  /** Not by https. */
  | 'insecure'
  /** The community pushes to nobody. */
  | 'not_offered'
  | 'unsupported'

/** Why notifications could not be switched on, besides errors of the server. */
export class PushError extends Error {
  /** `worker`: none starts; `service`: the browser does not reach the push service of its maker. */
  constructor(readonly reason: 'worker' | 'service') {
    super(`No push: ${reason}`)
  }
}

/** A worker stores all files of the app before it starts, which may take a phone a while. */
const WORKER_WITHIN_MS = 30_000
/**
 * The account for which notifications are on here. Removed together with the account's other traces on the
 * device.
 */
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
    // Where storage is blocked, no session lasts either.
  }
}

const isAppleTouch = () =>
  /iP(hone|ad|od)/.test(navigator.userAgent) ||
  // An iPad calls itself a Mac.
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** Why this browser cannot get notifications; null where nothing prevents it. */
function findHindrance(): Exclude<PushState, 'on' | 'off' | 'not_offered'> | null {
  if (!window.isSecureContext) return 'insecure'
  const able = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!able) return isAppleTouch() ? 'home_screen' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : null
}

/** Undefined where the browser has no service workers, or does not allow one for this page. */
const findRegistration = async () =>
  navigator.serviceWorker?.getRegistration().catch(() => undefined)

/** @param staleTime for how long what the server has said of itself is good enough, in milliseconds */
const readKey = async (staleTime = Number.POSITIVE_INFINITY) =>
  (await queryClient.fetchQuery({ ...configQuery, staleTime })).vapid_public_key

/** Never asks anybody anything. */
export async function readPushState(userId: string): Promise<PushState> {
  // Without network the answer is unknown: notifications that were switched on count as on.
  if ((await readKey().catch(() => undefined)) === null) return 'not_offered'
  const hindrance = findHindrance()
  if (hindrance) return hindrance
  const subscription = await (await findRegistration())?.pushManager.getSubscription()
  const allowed = Notification.permission === 'granted'
  return subscription && allowed && readOwner() === userId ? 'on' : 'off'
}

/** The app registers its worker some seconds after the start; a person who is faster registers it now. */
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

/**
 * The existing subscription, or a new one: nothing can be pushed to a subscription that was made with other
 * keys.
 */
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

/** Sends the browser's subscription to the server; sending it again does no harm. */
async function tellServer(subscription: PushSubscription, userId: string): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  if (!isSessionOf(userId)) return
  await call('POST /push/subscribe', { body: { endpoint: endpoint ?? '', keys: { p256dh, auth } } })
}

/**
 * Asks for the permission and switches notifications on. Has to be called first thing in the handler of a
 * press.
 * @throws {PushError}
 * @throws {ApiError} notifications stay off then
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

/** Works without network as well: the push service tells the server later. */
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

/** An app that is kept open for days asks anew which key the server has. */
export const KEY_KNOWN_MS = HOUR_MS

/** The browser does not allow them any more: the server counts on this device no longer. */
async function giveUpPush(userId: string): Promise<void> {
  if (!isSessionOf(userId)) return
  await call('POST /push/unsubscribe', { body: {} })
  writeOwner(null)
}

/**
 * Keeps notifications on that were switched on: after a new login, after the browser has lost or replaced the
 * subscription, and after the server got other keys. Those that another account switched on end, and so do those that
 * the browser does not allow any more.
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

/** Closes notifications that are shown on this device: those of one tag, or all of them. */
export async function closeNotifications(tag?: string): Promise<void> {
  const notifications = await (await findRegistration())?.getNotifications(tag ? { tag } : {})
  for (const notification of notifications ?? []) notification.close()
}

/**
 * The account has left this device: it gets no more notifications, and those that are shown are closed. The
 * server forgets the subscription together with the session.
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
