import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

/** Whether live events arrive in this tab; where they do not, the app asks the server regularly instead. */

export const POLL_MS = 10_000

let live = false
const changes = createListeners()

function isLive(): boolean {
  return live
}

export function setLive(next: boolean): void {
  if (live === next) return
  live = next
  changes.tell()
}

/** For `refetchInterval`: none while live events arrive, else every 10 s. */
export function usePollInterval(): number | false {
  return useSyncExternalStore(changes.subscribe, isLive) ? false : POLL_MS
}
