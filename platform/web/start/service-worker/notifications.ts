import { isPayingScreen, paths } from '#platform/shared/paths.ts'
import type { PushPayload } from '#platform/shared/push.ts'

/** What TypeScript's types lack: https://notifications.spec.whatwg.org */
interface ShownOptions extends NotificationOptions {
  renotify?: boolean
}

/** The content of a push; empty if it cannot be parsed. */
export function readPush(data: Pick<PushMessageData, 'json'> | null): Partial<PushPayload> {
  try {
    return Object(data?.json())
  } catch {
    return {}
  }
}

/** A path of our own origin, otherwise the inbox: a notification never leads to another site. */
export function ownPath(path: unknown, origin: string): string {
  if (typeof path !== 'string' || !URL.canParse(path, origin)) return paths.inbox()
  const url = new URL(path, origin)
  // "/.//x" is a path of ours, but "//x" alone is the address of another host.
  if (url.origin !== origin || url.pathname.startsWith('//')) return paths.inbox()
  return url.pathname + url.search + url.hash
}

/**
 * The notification for a push. There always is one: browsers end a subscription after a few pushes without a visible
 * notification.
 */
export function notificationOf({ title, body, path, tag }: Partial<PushPayload>, origin: string) {
  const options: ShownOptions = {
    body: body ?? '',
    icon: '/icon-192.png',
    badge: '/icon-badge-96.png',
    data: { path: ownPath(path, origin) },
    // Alert again when it replaces an earlier notification.
    ...(tag && { tag, renotify: true }),
  }
  return { title: title || new URL(origin).hostname, options }
}

type Window = Pick<WindowClient, 'url' | 'focused' | 'visibilityState' | 'frameType'>

const rank = ({ focused, visibilityState }: Window) =>
  focused ? 0 : visibilityState === 'visible' ? 1 : 2

/**
 * The window that opens a clicked notification: preferably the visible one; never a map inside another site's page, and
 * never one on a payment page.
 */
export function chooseWindow<W extends Window>(windows: readonly W[]): W | undefined {
  return windows
    .filter(({ frameType, url }) => {
      const { pathname } = new URL(url)
      return frameType === 'top-level' && pathname !== paths.embed() && !isPayingScreen(pathname)
    })
    .sort((one, other) => rank(one) - rank(other))[0]
}
