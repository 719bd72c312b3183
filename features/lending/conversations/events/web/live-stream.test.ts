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
  it('sends the token in a header, never in the address', async () => {
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

  it('asks for everything at each opening, and hands on what arrives', async () => {
    vi.stubGlobal('fetch', (_url: string, init: RequestInit) =>
      Promise.resolve(
        openStream(init.signal as AbortSignal, 'data: {"type":"count","count":1}\n\n').response,
      ),
    )
    follow()
    await vi.advanceTimersByTimeAsync(10)
    expect(events).toEqual([{ type: 'resync' }, { type: 'count', count: 1 }])
  })

  it('comes back after the server ended the stream, and later each time it cannot', async () => {
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

  it('gives up a stream that went silent', async () => {
    const fetched = vi.fn((_url: string, init: RequestInit) =>
      Promise.resolve(openStream(init.signal as AbortSignal, ': open\n\n').response),
    )
    vi.stubGlobal('fetch', fetched)
    follow()
    await vi.advanceTimersByTimeAsync(80_000)
    expect(fetched.mock.calls.length).toBe(2)
  })

  it('waits as long as the server says', async () => {
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

  it('a 401 on the stream ends no session, and is reported once', async () => {
    const fetched = vi.fn(() => Promise.resolve(new Response(null, { status: 401 })))
    vi.stubGlobal('fetch', fetched)
    follow()
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(fetched.mock.calls.length).toBeGreaterThan(3)
    expect([readToken(), refusals]).toEqual(['token', 1])
  })

  it('a 200 that is no event stream counts as lost, and the pause grows', async () => {
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

  it('a stream without a byte is not alive', async () => {
    vi.stubGlobal('fetch', (_url: string, init: RequestInit) =>
      Promise.resolve(openStream(init.signal as AbortSignal, null).response),
    )
    follow()
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect([alive, events]).toEqual([0, []])
  })

  it('the pause grows while a proxy ends each stream at once', async () => {
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

  it('comes back at once after a proxy ended a long stream', async () => {
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

  it('does not come back with the token of a session that is over', async () => {
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
