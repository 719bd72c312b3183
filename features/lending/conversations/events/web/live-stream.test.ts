import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { readToken, writeToken } from '#platform/web/data/session-token.ts'
import type { LiveEvent } from '../contract.ts'
import { followLiveEvents } from './live-stream.ts'

/** A stream that stays open until its request is aborted, or until `end` is called. */
function openStream(signal: AbortSignal, text: string | null) {
  let end = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (text !== null) controller.enqueue(new TextEncoder().encode(text))
      end = () => controller.close()
      signal.addEventListener('abort', () => controller.error(new DOMException('', 'AbortError')))
    },
  })
  const headers = { 'Content-Type': 'text/event-stream; charset=utf-8' }
  return { response: new Response(body, { status: 200, headers }), end }
}

let stop: AbortController
let events: LiveEvent[]
let lost: number
let alive: number
let refusals: number
const follow = () =>
  followLiveEvents(
    'token',
    {
      onAlive: () => {
        alive += 1
      },
      onEvent: (event) => events.push(event),
      onLost: () => {
        lost += 1
      },
      onRefused: () => {
        refusals += 1
      },
    },
    stop.signal,
  )

beforeEach(() => {
  stop = new AbortController()
  events = []
  lost = 0
  alive = 0
  refusals = 0
  writeToken('token')
  vi.useFakeTimers()
})
afterEach(() => {
  stop.abort()
  writeToken(null)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('followLiveEvents', () => {
  it('sends the token in a header, never in the URL', async () => {
    const fetched = vi.fn((_url: string, init: RequestInit) =>
      Promise.resolve(openStream(init.signal as AbortSignal, ': open\n\n').response),
    )
    vi.stubGlobal('fetch', fetched)
    follow()
    await vi.advanceTimersByTimeAsync(0)
    const [url, init] = fetched.mock.calls[0] ?? []
    expect(url).toBe('/api/v1/events')
    expect(init?.headers).toMatchObject({ Authorization: 'Bearer token' })
  })

  it('reports a resync each time a stream opens, then the events it receives', async () => {
    vi.stubGlobal('fetch', (_url: string, init: RequestInit) =>
      Promise.resolve(
        openStream(init.signal as AbortSignal, 'data: {"type":"count","count":1}\n\n').response,
      ),
    )
    follow()
    await vi.advanceTimersByTimeAsync(10)
    expect(events).toEqual([{ type: 'resync' }, { type: 'count', count: 1 }])
  })

  it('reconnects after the server ended the stream, with growing pauses after failures', async () => {
    const streams: (() => void)[] = []
    const fetched = vi.fn((_url: string, init: RequestInit) => {
      if (streams.length > 0) return Promise.reject(new TypeError('no network'))
      const { response, end } = openStream(init.signal as AbortSignal, ': open\n\n')
      streams.push(end)
      return Promise.resolve(response)
    })
    vi.stubGlobal('fetch', fetched)
    follow()
    await vi.advanceTimersByTimeAsync(10)
    streams[0]?.()
    await vi.advanceTimersByTimeAsync(1_300)
    expect([lost, fetched.mock.calls.length]).toEqual([2, 2])
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(fetched.mock.calls.length).toBeGreaterThan(4)
    expect(fetched.mock.calls.length).toBeLessThan(10)
  })

  it('drops a stream that has gone silent', async () => {
    const fetched = vi.fn((_url: string, init: RequestInit) =>
      Promise.resolve(openStream(init.signal as AbortSignal, ': open\n\n').response),
    )
    vi.stubGlobal('fetch', fetched)
    follow()
    await vi.advanceTimersByTimeAsync(80_000)
    expect(fetched.mock.calls.length).toBe(2)
  })

  it('waits for the time of Retry-After', async () => {
    const fetched = vi.fn(() =>
      Promise.resolve(new Response(null, { status: 429, headers: { 'Retry-After': '30' } })),
    )
    vi.stubGlobal('fetch', fetched)
    follow()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(fetched.mock.calls.length).toBe(1)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(fetched.mock.calls.length).toBe(2)
  })

  it('keeps the session after a 401 on the stream and reports it once', async () => {
    const fetched = vi.fn(() => Promise.resolve(new Response(null, { status: 401 })))
    vi.stubGlobal('fetch', fetched)
    follow()
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(fetched.mock.calls.length).toBeGreaterThan(3)
    expect([readToken(), refusals]).toEqual(['token', 1])
  })

  it('treats a 200 that is no event stream as lost, with growing pauses', async () => {
    const fetched = vi.fn(() =>
      Promise.resolve(
        new Response('<h1>Log in</h1>', { status: 200, headers: { 'Content-Type': 'text/html' } }),
      ),
    )
    vi.stubGlobal('fetch', fetched)
    follow()
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(fetched.mock.calls.length).toBeLessThan(10)
    expect([alive, events]).toEqual([0, []])
  })

  it('does not treat a stream without a byte as alive', async () => {
    vi.stubGlobal('fetch', (_url: string, init: RequestInit) =>
      Promise.resolve(openStream(init.signal as AbortSignal, null).response),
    )
    follow()
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect([alive, events]).toEqual([0, []])
  })

  it('waits longer while a proxy ends each stream at once', async () => {
    const fetched = vi.fn((_url: string, init: RequestInit) => {
      const { response, end } = openStream(init.signal as AbortSignal, ': open\n\n')
      setTimeout(end, 500)
      return Promise.resolve(response)
    })
    vi.stubGlobal('fetch', fetched)
    follow()
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(fetched.mock.calls.length).toBeLessThan(10)
  })

  it('reconnects at once after a proxy ended a long stream', async () => {
    const fetched = vi.fn((_url: string, init: RequestInit) => {
      const { response, end } = openStream(init.signal as AbortSignal, ': open\n\n')
      setTimeout(end, 30_000)
      return Promise.resolve(response)
    })
    vi.stubGlobal('fetch', fetched)
    follow()
    await vi.advanceTimersByTimeAsync(130_000)
    expect(fetched.mock.calls.length).toBe(5)
  })

  it('does not reconnect with the token of an ended session', async () => {
    const streams: (() => void)[] = []
    const fetched = vi.fn((_url: string, init: RequestInit) => {
      const { response, end } = openStream(init.signal as AbortSignal, ': open\n\n')
      streams.push(end)
      return Promise.resolve(response)
    })
    vi.stubGlobal('fetch', fetched)
    follow()
    await vi.advanceTimersByTimeAsync(10)
    writeToken(null)
    streams[0]?.()
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(fetched.mock.calls.length).toBe(1)
    await follow()
    expect(fetched.mock.calls.length).toBe(1)
  })
})
