import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

/** Whether live events arrive in this tab; otherwise the app polls the server. */

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

/** For `refetchInterval`: off while live events arrive, otherwise every 10 s. */
export function usePollInterval(): number | false {
  return useSyncExternalStore(changes.subscribe, isLive) ? false : POLL_MS
}
