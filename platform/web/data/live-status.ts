import { useSyncExternalStore } from 'react'

/** Whether live events arrive in this tab; where they do not, the app asks the server regularly instead. */

export const POLL_MS = 10_000

let live = false
const listeners = new Set<() => void>()

function isLive(): boolean {
  return live
}

export function setLive(next: boolean): void {
  if (live === next) return
  live = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** For `refetchInterval`: none while live events arrive, else every 10 s. */
export function usePollInterval(): number | false {
  return useSyncExternalStore(subscribe, isLive) ? false : POLL_MS
}
