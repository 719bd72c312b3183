import { SECOND_MS } from '#platform/shared/durations.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { readToken } from '#platform/web/data/session-token.ts'
import { EVENTS_PATH, HEARTBEAT_MS, type LiveEvent } from '../contract.ts'
import { createEventParser } from './event-parser.ts'

/** After this long without a byte the stream counts as dead, even if the connection is still open. */
const SILENCE_MS = 3 * HEARTBEAT_MS
const RETRY_MS = { first: 1_000, max: 30_000 }

interface StreamHandlers {
  /** Bytes of the stream arrived, so events get through. */
  onAlive: () => void
  onEvent: (event: LiveEvent) => void
  onLost: () => void
  /**
   * The stream was refused with a 401, for the first time in a row. A proxy may refuse only streams, so this does
   * not end the session: an ordinary call shows whether the session is over.
   */
  onRefused: () => void
}

/** Waits, but returns early when the browser comes back online or after an abort. */
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

/** The text of a response, piece by piece, until it ends. */
async function* textOf(body: ReadableStream<BufferSource>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

/** A login page of a proxy also answers 200. */
const isEventStream = (response: Response) =>
  response.ok && /^text\/event-stream\b/i.test(response.headers.get('Content-Type') ?? '')

interface Attempt {
  /** How long the stream was open after its first byte, in milliseconds. */
  aliveMs: number
  refused: boolean
  /** The delay that the server asked for in `Retry-After`. */
  retryAfterMs: number | null
}

async function connect(
  token: string,
  handlers: StreamHandlers,
  signal: AbortSignal,
): Promise<Attempt> {
  const attempt: Attempt = { aliveMs: 0, refused: false, retryAfterMs: null }
  let firstByteAt: number | null = null
  const ownAbort = new AbortController()
  const abort = () => ownAbort.abort()
  signal.addEventListener('abort', abort)
  let silence = setTimeout(abort, SILENCE_MS)
  try {
    const response = await fetch(`${API_BASE}${EVENTS_PATH}`, {
      headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
      cache: 'no-store',
      signal: ownAbort.signal,
    })
    if (!isEventStream(response) || !response.body) {
      const seconds = Number.parseInt(response.headers.get('Retry-After') ?? '', 10)
      attempt.retryAfterMs = Number.isNaN(seconds) ? null : seconds * SECOND_MS
      attempt.refused = response.status === 401
      return attempt
    }
    const parse = createEventParser()
    for await (const text of textOf(response.body)) {
      clearTimeout(silence)
      silence = setTimeout(abort, SILENCE_MS)
      handlers.onAlive()
      if (firstByteAt === null) {
        firstByteAt = performance.now()
        // Loads everything that happened before this stream was open.
        handlers.onEvent({ type: 'resync' })
      }
      for (const event of parse(text)) handlers.onEvent(event)
    }
  } catch {
    // No network, a server that went away, or our own abort: in all cases the stream is opened again.
  } finally {
    clearTimeout(silence)
    if (firstByteAt !== null) attempt.aliveMs = performance.now() - firstByteAt
    // Closes a response that is not our event stream.
    abort()
    signal.removeEventListener('abort', abort)
  }
  return attempt
}

/**
 * Keeps one stream of live events open and reconnects it until `signal` aborts or the session of `token` is over.
 */
export async function followLiveEvents(
  token: string,
  handlers: StreamHandlers,
  signal: AbortSignal,
): Promise<void> {
  let delay = RETRY_MS.first
  let refusedBefore = false
  // A tab that logs out may release the lock to this tab before this tab notices the logout.
  while (!signal.aborted && readToken() === token) {
    const { aliveMs, refused, retryAfterMs } = await connect(token, handlers, signal)
    handlers.onLost()
    if (refused && !refusedBefore) handlers.onRefused()
    refusedBefore = refused
    // If a proxy closes each stream at once, do not reconnect every second.
    if (aliveMs > delay) delay = RETRY_MS.first
    // A random wait, so that clients which lost the same server do not all reconnect in the same moment.
    await pause((retryAfterMs ?? delay) * (0.75 + Math.random() / 2), signal)
    delay = Math.min(delay * 2, RETRY_MS.max)
  }
}
