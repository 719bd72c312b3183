import { setLive } from '#platform/web/data/live-status.ts'
import { HEARTBEAT_MS, type LiveEvent } from '../contract.ts'
import { followLiveEvents } from './live-stream.ts'

const NAME = 'letterlend.live'
/** Without a byte for this long, a proxy may be holding back live events: this tab polls the server itself. */
const QUIET_MS = HEARTBEAT_MS + 2_500
const WATCH_MS = 2_500

/** Messages from the tab that holds the stream to the other tabs. */
type Shared = { kind: 'alive' } | { kind: 'lost' } | { kind: 'event'; event: LiveEvent }

/**
 * One stream for all tabs of this browser: browsers allow six connections to a server, and each stream takes one.
 * The tab that holds a lock reads the stream and forwards events to the others; when it closes, another tab gets
 * the lock.
 */
export function shareLiveEvents(token: string, onEvent: (event: LiveEvent) => void): () => void {
  const stop = new AbortController()
  // Without locks (plain http in a home network) each tab opens its own stream.
  const shared = typeof BroadcastChannel !== 'undefined' && navigator.locks !== undefined
  const channel = shared ? new BroadcastChannel(NAME) : null
  let lastAlive = 0

  const receive = (message: Shared) => {
    if (stop.signal.aborted) return
    if (message.kind === 'lost') {
      setLive(false)
    } else {
      lastAlive = Date.now()
      setLive(true)
      if (message.kind === 'event') onEvent(message.event)
    }
  }
  const tellAll = (message: Shared) => {
    if (stop.signal.aborted) return
    channel?.postMessage(message)
    receive(message)
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<Shared>) => receive(data))

  // The browser may also freeze the tab that reads the stream.
  const watch = setInterval(() => {
    if (Date.now() - lastAlive > QUIET_MS) setLive(false)
  }, WATCH_MS)

  const follow = () =>
    followLiveEvents(
      token,
      {
        onAlive: () => tellAll({ kind: 'alive' }),
        onEvent: (event) => tellAll({ kind: 'event', event }),
        onLost: () => tellAll({ kind: 'lost' }),
        onRefused: () => onEvent({ type: 'resync' }),
      },
      stop.signal,
    )
  if (shared) {
    navigator.locks.request(NAME, { signal: stop.signal }, follow).catch(() => {
      // Aborted while waiting for the lock.
    })
  } else {
    follow()
  }

  return () => {
    stop.abort()
    clearInterval(watch)
    channel?.close()
    setLive(false)
  }
}
