import { API_BASE } from '#platform/shared/endpoint.ts'
import { createListeners } from './listeners.ts'
import { KEPT_PAGE } from './map-age.ts'

/**
 * Whether the server can be reached. A browser knows of the network it is in, not whether that
 * leads anywhere: a request that got no answer counts as much.
 */

/** How often a server that is out of reach is asked again, and how long it has for an answer. */
const ASK_EVERY = 4_000

let isLost = false
let asking = false
const changes = createListeners()

function setLost(next: boolean): void {
  if (isLost === next) return
  isLost = next
  changes.tell()
}

/** Asked with HEAD, since a service worker answers for a GET. */
async function answers(): Promise<boolean> {
  const signal = AbortSignal.timeout(ASK_EVERY)
  const request = { method: 'HEAD', cache: 'no-store', signal } as const
  return fetch(`${API_BASE}/config`, request).then(
    () => true,
    () => false,
  )
}

/**
 * A request got no answer. A single one may be blocked on its way: only when a second gets none
 * either, the server is out of reach, until it answers again.
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
  // A kept page may get all it asks for from the browser's own cache, and never miss the network.
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
