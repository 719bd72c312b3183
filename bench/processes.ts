import { readdir, readFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { postgresDatabase } from '#platform/server/db/client.ts'
import { fill, withDatabase } from './database.ts'
import {
  type Call,
  type CallFigures,
  fire,
  METRICS_TOKEN,
  metricByProcess,
  nearest,
} from './measured-calls.ts'
import { neighbour } from './neighbours.ts'
import { withServer } from './running-server.ts'
import { pathOf, pickTiles } from './tiles.ts'

/** Servers that run side by side on one database, and are asked in turns. */
const SERVERS = [
  { name: '1 process', count: 1 },
  { name: '2 processes', count: 2 },
  { name: '4 processes', count: 4 },
  // The kernel deals connections out, instead of the primary.
  { name: '2, socket shared', count: 2, settings: { NODE_CLUSTER_SCHED_POLICY: 'none' } },
]
const ROUNDS = 3
const SECONDS = 2
/** Until each of four processes has compiled what it runs most. */
const WARM_UP_SECONDS = 4
const SETTINGS = { DEMO: 'off', CAPTCHA: 'off', TRUST_PROXY: 'loopback', METRICS_TOKEN }

interface Running {
  name: string
  url: string
}

const server = process.env.BENCH_DATABASE_URL
if (!server) throw new Error('This needs PostgreSQL: set TEST_DATABASE_URL.')
const sizes = process.argv
  .slice(2)
  .filter((text) => /^\d+$/.test(text))
  .map(Number)
process.stdout.write(
  `${cpus().length} cores, load at the start ${(loadavg()[0] ?? 0).toFixed(1)}\n`,
)
for (const size of sizes.length > 0 ? sizes : [100_000, 1_000_000]) {
  await withDatabase(server, async (url) => {
    await (await postgresDatabase(url)).close()
    await fill(url, size)
    process.stdout.write(`\n${size.toLocaleString('en')} letterboxes on PostgreSQL\n`)
    await withServers(url, SERVERS, [], measureCalls)
  })
}

/** Starts one after the other, and says what each holds. */
async function withServers(
  database: string,
  [next, ...others]: typeof SERVERS,
  running: Running[],
  use: (running: Running[]) => Promise<void>,
): Promise<void> {
  if (!next) return use(running)
  const { name, count, settings } = next
  const from = performance.now()
  const all = { ...SETTINGS, PROCESSES: String(count), ...settings }
  await withServer(all, database, async (url, pid) => {
    const firstAfter = performance.now() - from
    await untilAllAnswer(url, count)
    const allAfter = performance.now() - from
    process.stdout.write(
      `  ${name.padEnd(18)} first answer after ${(firstAfter / 1000).toFixed(1)} s, all after ${(allAfter / 1000).toFixed(1)} s; ${await memoryOf(url, pid)}\n`,
    )
    await withServers(database, others, [...running, { name, url }], use)
  })
}

async function untilAllAnswer(url: string, count: number): Promise<void> {
  const isThere = async () => {
    const numbers = [...(await metricByProcess(url, 'letterlend_map_letterboxes')).keys()]
    return numbers.length === count
  }
  while (!(await isThere())) await setTimeout(200)
}

/** What each process holds, and what all of them take of the machine: pages that they share are counted once. */
async function memoryOf(url: string, pid: number): Promise<string> {
  const held = await metricByProcess(url, 'process_resident_memory_bytes')
  const each = [...held].map(([process, bytes]) => `${process} ${(bytes / 1e6).toFixed(0)}`.trim())
  const index = Math.max(...(await metricByProcess(url, 'letterlend_map_index_bytes')).values())
  const shares = await Promise.all([pid, ...(await childrenOf(pid))].map(shareOf))
  const all = shares.reduce((sum, bytes) => sum + bytes, 0)
  return `${each.join(', ')} MB, together ${(all / 1e6).toFixed(0)} MB; the map ${(index / 1e6).toFixed(0)} MB in each`
}

async function childrenOf(pid: number): Promise<number[]> {
  const all = await readdir('/proc')
  const parents = await Promise.all(
    all
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        // The name of the program stands in brackets and may hold anything.
        const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
        const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        return { child: Number(name), parent: Number(parent) }
      }),
  )
  return parents.filter(({ parent }) => parent === pid).map(({ child }) => child)
}

/** Linux divides each page by the number of processes that have it. */
async function shareOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1]) * 1024
}

async function measureCalls(running: Running[]): Promise<void> {
  const [first] = running
  if (!first) throw new Error('Unexpected: no server runs')
  const { token } = await neighbour(first.url)
  const tiles = pickTiles(64).map(pathOf)
  const calls: Call[] = [
    { name: 'tile, asked before', paths: tiles },
    { name: 'tile, each on a new connection', paths: tiles, onNewConnections: true },
    { name: 'own account (userinfo)', paths: ['/api/v1/users/userinfo'], token },
    { name: 'list: nearest with a sticker', paths: nearest() },
  ]
  for (const call of calls) {
    const rounds: CallFigures[][] = running.map(() => [])
    // One round to warm up.
    for (let round = -1; round < ROUNDS; round++) {
      for (const [i, { url }] of running.entries()) {
        const figures = await fire(url, call, round < 0 ? WARM_UP_SECONDS : SECONDS)
        if (round >= 0) rounds[i]?.push(figures)
      }
    }
    process.stdout.write(`\n  ${call.name}\n`)
    const alone = rounds[0] ?? []
    for (const [i, { name }] of running.entries()) {
      const own = rounds[i] ?? []
      const ratio = median(own.map(({ perSecond }, k) => perSecond / (alone[k]?.perSecond ?? 0)))
      const of = (key: keyof CallFigures) => median(own.map((figures) => figures[key])).toFixed(0)
      process.stdout.write(
        `    ${name.padEnd(18)} ${of('perSecond').padStart(6)}/s, ${ratio.toFixed(2)} times as many as one process  ${of('cpu').padStart(6)} us of a core  p99 ${of('p99')} ms\n`,
      )
    }
  }
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}
