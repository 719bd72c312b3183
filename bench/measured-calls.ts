import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'

const CONNECTIONS = 16
const REQUESTS = 4_000

/** The measured server must be started with this token. */
export const METRICS_TOKEN = randomUUID()

export interface Call {
  name: string
  paths: string[]
  token?: string
  /** One connection per request, as for visitors who have just arrived. */
  onNewConnections?: boolean
}

export interface CallFigures {
  perSecond: number
  /** Processor time per call over all processes of the app, in microseconds. */
  cpu: number
  p99: number
}

/** Lists of the nearest letterboxes with a sticker, in and around Zurich. */
export function nearest(): string[] {
  return Array.from({ length: 64 }, (_, i) => {
    const [south, west] = [47.3 + (i % 8) / 50, 8.4 + (i >> 3) / 50]
    const corner = (more: number) => `${(south + more).toFixed(2)},${(west + more).toFixed(2)}`
    return `/api/v1/letterboxes/filterLetterBoxesByStickerId?north_east=${corner(0.05)}&south_west=${corner(0)}&sticker_id=${(i % 30) + 1}`
  })
}

let networks = 0

/** Sends requests for that many seconds. Throws if more than one in a hundred fails. */
export async function fire(
  url: string,
  { paths, token, onNewConnections }: Call,
  seconds: number,
): Promise<CallFigures> {
  networks += 1
  const before = await sumOf(url, 'process_cpu_seconds_total')
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    requests: Array.from({ length: Math.max(REQUESTS, paths.length) }, (_, i) => ({
      path: paths[i % paths.length] ?? '/',
      headers: {
        // Each request from another network, since the server limits the requests of one network.
        'x-forwarded-for': `10.${networks}.${i >> 8}.${i & 255}`,
        'accept-encoding': 'gzip',
        ...(onNewConnections && { connection: 'close' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
    })),
  })
  const failed = result.errors + result.timeouts + result.non2xx
  if (failed > result.requests.total / 100)
    throw new Error(`${paths[0]}: ${failed} of ${result.requests.total} requests failed`)
  const after = await sumOf(url, 'process_cpu_seconds_total')
  return {
    perSecond: result.requests.total / seconds,
    cpu: ((after - before) * 1e6) / result.requests.total,
    p99: result.latency.p99,
  }
}

/** Values of a metric by process. A server with one process has one value, under the key ''. */
export async function metricByProcess(url: string, name: string): Promise<Map<string, number>> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const text = await (await fetch(`${url}/metrics`, { headers })).text()
  const lines = text.matchAll(new RegExp(`^${name}(?:\\{process="(\\w+)"\\})? (\\S+)`, 'gm'))
  return new Map([...lines].map(([, process = '', value]) => [process, Number(value)]))
}

/** Sum of a metric over all processes of a server. */
export async function sumOf(url: string, name: string): Promise<number> {
  const values = await metricByProcess(url, name)
  return [...values.values()].reduce((sum, value) => sum + value, 0)
}
