import { API_BASE } from '#platform/shared/endpoint.ts'
import { createListeners } from './listeners.ts'
import { KEPT_PAGE } from './map-age.ts'

/**
 * Whether the server is reachable. A browser only knows whether there is a network, so failed requests count as well.
 */

/** Interval of checks while the server is unreachable, and the timeout of each. */
const ASK_EVERY = 4_000

let isLost = false
let asking = false
const changes = createListeners()

function setLost(next: boolean): void {
  if (isLost === next) return
  isLost = next
  changes.tell()
}

/** A HEAD request, since the service worker may answer a GET. */
async function answers(): Promise<boolean> {
  const signal = AbortSignal.timeout(ASK_EVERY)
  const request = { method: 'HEAD', cache: 'no-store', signal } as const
  return fetch(`${API_BASE}/config`, request).then(
    () => true,
    () => false,
  )
}

/**
 * Called after a request without an answer. Since a single request may have been blocked, the server only counts as
 * unreachable if a second one fails too, until it answers again.
 */
export async function noteNoAnswer(): Promise<void> {
  if (asking) return
  asking = true
  while (!changes.isEmpty() && !(await answers())) {
    setLost(true)
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY))
  }
  asking = false
  setLost(false)
}

export const isConnected = (): boolean => navigator.onLine && !isLost

export function subscribeToConnection(listener: () => void): () => void {
  const unsubscribe = changes.subscribe(listener)
  // A cached page may load everything from the browser's cache and not notice that there is no network.
  if (document.documentElement.hasAttribute(KEPT_PAGE)) {
    document.documentElement.removeAttribute(KEPT_PAGE)
    void noteNoAnswer()
  }
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    unsubscribe()
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
