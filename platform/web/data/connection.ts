import { API_BASE } from '#platform/shared/endpoint.ts'
import { createListeners } from './listeners.ts'
import { KEPT_PAGE } from './map-age.ts'

/**
 * Whether the server can be reached. A browser says whether there is a network, not whether it leads to the
 * server: requests without an answer count as well.
 */

/** How often a server that cannot be reached is asked again, and how long it may take to answer. */
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
 * Called when a request got no answer. A single request may be blocked on its way: only if a second one
 * gets no answer either, the server counts as out of reach, until it answers again.
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
  // A page from the cache may get everything from the browser's own cache, and never notice that the
  // network is missing.
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
