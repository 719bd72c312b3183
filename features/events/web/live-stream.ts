import { API_BASE } from '#platform/shared/endpoint.ts'
import { expireSession, readToken } from '#platform/web/data/session-token.ts'
import { EVENTS_PATH, HEARTBEAT_MS, type LiveEvent } from '../contract.ts'
import { createEventParser } from './event-parser.ts'

/** After this long without a byte the stream counts as dead, even if nobody closed it. */
export const SILENCE_MS = 3 * HEARTBEAT_MS
const RETRY_MS = { first: 1_000, max: 30_000 }

interface StreamHandlers {
  /** The stream is open, or a byte arrived: whatever is sent would be received. */
  onAlive: () => void
  onEvent: (event: LiveEvent) => void
  onLost: () => void
}

/** Waits, but not while the browser has just come back online, and not after an abort. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      window.removeEventListener('online', finish)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, milliseconds)
    window.addEventListener('online', finish)
    signal.addEventListener('abort', finish)
  })
}

/** Reads one response to its end. Resolves when the server ends it; rejects when it breaks. */
async function read(
  body: ReadableStream<BufferSource>,
  handlers: StreamHandlers,
  abort: () => void,
) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  const parse = createEventParser()
  let silence = setTimeout(abort, SILENCE_MS)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(silence)
      silence = setTimeout(abort, SILENCE_MS)
      handlers.onAlive()
      for (const event of parse(value)) handlers.onEvent(event)
    }
  } finally {
    clearTimeout(silence)
  }
}

interface Attempt {
  opened: boolean
  /** The server said when to come back. */
  retryAfterMs: number | null
}

async function connect(
  token: string,
  handlers: StreamHandlers,
  signal: AbortSignal,
): Promise<Attempt> {
  const ownAbort = new AbortController()
  const abort = () => ownAbort.abort()
  signal.addEventListener('abort', abort)
  let opened = false
  try {
    const response = await fetch(`${API_BASE}${EVENTS_PATH}`, {
      headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
      cache: 'no-store',
      signal: ownAbort.signal,
    })
    if (response.status === 401) expireSession(token)
    if (!response.ok || !response.body) {
      const seconds = Number.parseInt(response.headers.get('Retry-After') ?? '', 10)
      return { opened, retryAfterMs: Number.isNaN(seconds) ? null : seconds * 1000 }
    }
    opened = true
    handlers.onAlive()
    // Loads whatever happened before this stream was open.
    handlers.onEvent({ type: 'resync' })
    await read(response.body, handlers, abort)
  } catch {
    // No network, a server that went away, or our own abort: in all cases the stream is opened again.
  } finally {
    signal.removeEventListener('abort', abort)
  }
  return { opened, retryAfterMs: null }
}

/**
 * Keeps one stream of live events open until `signal` aborts or the session of `token` is over; comes
 * back by itself.
 */
export async function followLiveEvents(
  token: string,
  handlers: StreamHandlers,
  signal: AbortSignal,
): Promise<void> {
  let delay = RETRY_MS.first
  // Another tab that logs out may hand the lock to this one before this one hears of the logout.
  while (!signal.aborted && readToken() === token) {
    const { opened, retryAfterMs } = await connect(token, handlers, signal)
    handlers.onLost()
    if (opened) delay = RETRY_MS.first
    // A random wait, so that clients which lost the same server do not all come back in the same moment.
    await pause((retryAfterMs ?? delay) * (0.75 + Math.random() / 2), signal)
    delay = Math.min(delay * 2, RETRY_MS.max)
  }
}
