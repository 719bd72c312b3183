import { EventEmitter, once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import {
  EVENTS_PATH,
  type LiveEvent,
  liveEventSchema,
} from '#features/lending/conversations/events/contract.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import type { TestApp } from './test-app.ts'

const NEXT_EVENT_MS = 5_000

export interface EventStream {
  status: number
  headers: IncomingMessage['headers']
  received: LiveEvent[]
  /** The first event of this type that was not returned before. */
  next<T extends LiveEvent['type']>(type: T): Promise<Extract<LiveEvent, { type: T }>>
  /** Resolves when either side ends the stream. */
  ended: Promise<void>
  close(): void
}

const addresses = new WeakMap<TestApp, Promise<string>>()

/** The app's URL; it starts listening at the first call. */
function addressOf(test: TestApp): Promise<string> {
  const address = addresses.get(test) ?? test.app.listen({ port: 0, host: '127.0.0.1' })
  addresses.set(test, address)
  return address
}

/** One connection per stream, without keep-alive, for which a stopping server would wait. */
async function request(test: TestApp, token: string | undefined): Promise<IncomingMessage> {
  const url = `${await addressOf(test)}${API_BASE}${EVENTS_PATH}`
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  return new Promise((resolve, reject) => {
    get(url, { agent: false, headers }, resolve).once('error', reject)
  })
}

/** Opens `GET /events` over a real connection. */
export async function openEventStream(test: TestApp, token?: string): Promise<EventStream> {
  const response = await request(test, token)
  const received: LiveEvent[] = []
  const taken = new Set<LiveEvent>()
  const arrivals = new EventEmitter()
  const ended = new Promise<void>((resolve) => response.once('close', () => resolve()))
  // A broken connection shows as the end of the stream.
  response.on('error', () => {})
  let text = ''
  response.setEncoding('utf8').on('data', (part: string) => {
    text += part
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (!data) continue
      received.push(liveEventSchema.parse(JSON.parse(data)))
      arrivals.emit('event')
    }
  })
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    received,
    ended,
    async next<T extends LiveEvent['type']>(type: T) {
      for (;;) {
        const event = received.find((one) => one.type === type && !taken.has(one))
        if (event) {
          taken.add(event)
          return event as Extract<LiveEvent, { type: T }>
        }
        await once(arrivals, 'event', { signal: AbortSignal.timeout(NEXT_EVENT_MS) })
      }
    },
    close: () => response.destroy(),
  }
}
