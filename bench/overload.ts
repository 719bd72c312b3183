import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { createServer } from 'node:net'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { withDatabase } from './database.ts'

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

interface Waits {
  p50: number
  p99: number
}

interface OverloadFigures {
  flood: Flood
  database: 'embedded' | 'PostgreSQL'
  served: number
  /** Of all answers, the share that was turned away with 503 or 429. */
  turnedAway: number
  /** Milliseconds from asking to the whole answer, by what was asked. */
  waits: Record<string, Waits>
}

const main = process.env.BENCH_SERVER ?? ''
const server = process.env.BENCH_DATABASE_URL
const load = loadavg()[0] ?? 0
const measured = await measureOverload(main, null)
if (server) measured.push(...(await withDatabase(server, (url) => measureOverload(main, url))))
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

/** The server as it runs in production, with the demo community; `databaseUrl`: null for the embedded one. */
async function measureOverload(
  main: string,
  databaseUrl: string | null,
): Promise<OverloadFigures[]> {
  const folder = await mkdtemp(join(tmpdir(), 'letterlend-overload-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      ...{
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: folder,
        DEMO: 'on',
        LOG_LEVEL: 'error',
      },
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    },
    stdio: 'ignore',
  })
  try {
    await ready(server, url)
    const figures: OverloadFigures[] = []
    for (const flood of Object.keys(FLOODS) as Flood[]) {
      const database = databaseUrl ? 'PostgreSQL' : 'embedded'
      figures.push({ flood, database, ...(await measure(url, flood)) })
    }
    return figures
  } finally {
    const ended = once(server, 'exit')
    server.kill()
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(url: string, flood: Flood) {
  const kept = new Agent({ keepAlive: true, maxSockets: 3 })
  const probes: Record<string, { path: string; agent: Agent | false; times: number[] }> = {
    '/healthz, new connection': { path: '/healthz', agent: false, times: [] },
    '/readyz, new connection': { path: '/readyz', agent: false, times: [] },
    'hot tile, new connection': { path: HOT_TILE, agent: false, times: [] },
    '/healthz, kept connection': { path: '/healthz', agent: kept, times: [] },
    'hot tile, kept connection': { path: HOT_TILE, agent: kept, times: [] },
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
  kept.destroy()
  const all = result.requests.total
  return {
    served: all - result.non2xx,
    turnedAway: result.non2xx / Math.max(1, all),
    waits: Object.fromEntries(
      Object.entries(probes).map(([name, { times }]) => [name, waitsOf(times)]),
    ),
  }
}

function waitsOf(times: number[]): Waits {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}

function answered(url: string, agent: Agent | false): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    }).once('error', reject)
  })
}

async function ready(server: ChildProcess, url: string): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`The measured server ended: ${server.exitCode}`)
    const status = await answered(`${url}/readyz`, false).catch(() => 0)
    if (status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}
