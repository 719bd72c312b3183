import { Agent } from 'node:http'
import { cpus, loadavg } from 'node:os'
import autocannon from 'autocannon'
import { withDatabase } from './database.ts'
import { answered, type Waits, waitsOf, withServer } from './running-server.ts'

const CONNECTIONS = 300
const SECONDS = 6
const PROBE_EVERY_MS = 100
const HOT_TILE = '/api/v1/letterboxes/tiles/8/134/89'

/** What floods the server. */
const FLOODS = {
  list: {
    method: 'GET',
    path: '/api/v1/letterboxes?north_east=48,9&south_west=47,8&latitude=47.37&longitude=8.54&limit=10',
  },
  login: {
    method: 'POST',
    path: '/api/v1/auth/login',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@example.org', password: 'wrong-password' }),
  },
} as const
type Flood = keyof typeof FLOODS

interface OverloadFigures {
  flood: Flood
  database: 'embedded' | 'PostgreSQL'
  served: number
  /** Of all answers, the share that was turned away with 503 or 429. */
  turnedAway: number
  /** Milliseconds from asking to the whole answer, by what was asked. */
  waits: Record<string, Waits>
}

const server = process.env.BENCH_DATABASE_URL
const load = loadavg()[0] ?? 0
const measured = await measureOverload(null)
if (server) measured.push(...(await withDatabase(server, measureOverload)))
process.stdout.write(
  `${CONNECTIONS} connections for ${SECONDS} s; p50 / p99 in ms; ${cpus().length} cores, load at the start ${load.toFixed(1)}\n`,
)
for (const { flood, database, served, turnedAway, waits } of measured) {
  const share = `${Math.round(100 * turnedAway)} % turned away`
  process.stdout.write(`\n${database}, ${flood}: ${served} answered, ${share}\n`)
  for (const [name, { p50, p99 }] of Object.entries(waits)) {
    process.stdout.write(`  ${name.padEnd(28)} ${p50.toFixed(0)} / ${p99.toFixed(0)}\n`)
  }
}

async function measureOverload(databaseUrl: string | null): Promise<OverloadFigures[]> {
  return withServer({ DEMO: 'on' }, databaseUrl, async (url) => {
    const figures: OverloadFigures[] = []
    for (const flood of Object.keys(FLOODS) as Flood[]) {
      const database = databaseUrl ? 'PostgreSQL' : 'embedded'
      figures.push({ flood, database, ...(await measure(url, flood)) })
    }
    return figures
  })
}

async function measure(url: string, flood: Flood) {
  const keptConnections = new Agent({ keepAlive: true, maxSockets: 3 })
  const probes: Record<string, { path: string; agent: Agent | false; times: number[] }> = {
    '/healthz, new connection': { path: '/healthz', agent: false, times: [] },
    '/readyz, new connection': { path: '/readyz', agent: false, times: [] },
    'hot tile, new connection': { path: HOT_TILE, agent: false, times: [] },
    '/healthz, kept connection': { path: '/healthz', agent: keptConnections, times: [] },
    'hot tile, kept connection': { path: HOT_TILE, agent: keptConnections, times: [] },
  }
  const ask = async ({ path, agent, times }: (typeof probes)[string]) => {
    const from = performance.now()
    await answered(url + path, agent)
    times.push(performance.now() - from)
  }
  // Connections are open, and the tile is hot, before the flood begins.
  await Promise.all(Object.values(probes).map(ask))
  for (const { times } of Object.values(probes)) times.length = 0
  const under: Promise<void>[] = []
  const probing = setInterval(() => {
    for (const probe of Object.values(probes)) under.push(ask(probe))
  }, PROBE_EVERY_MS)
  // In a thread of its own: what it computes does not delay the probes.
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    workers: 1,
    requests: [FLOODS[flood]],
  })
  clearInterval(probing)
  await Promise.all(under)
  keptConnections.destroy()
  const all = result.requests.total
  return {
    served: all - result.non2xx,
    turnedAway: result.non2xx / Math.max(1, all),
    waits: Object.fromEntries(
      Object.entries(probes).map(([name, { times }]) => [name, waitsOf(times)]),
    ),
  }
}
