import { randomUUID } from 'node:crypto'
import { cpus, loadavg } from 'node:os'
import { community } from '#features/places/letterboxes/map-index/server/letterbox-index.fixtures.ts'
import { postgresDatabase } from '#platform/server/db/client.ts'
import { fill, withDatabase } from './database.ts'
import {
  type Call,
  type CallFigures,
  fire,
  METRICS_TOKEN,
  nearest,
  sumOf,
} from './measured-calls.ts'
import { neighbour, post } from './neighbours.ts'
import { withServer } from './running-server.ts'
import { pathOf, pickTiles, SEED } from './tiles.ts'

const STARTS = 3
const SECONDS = 3
const ROUNDS = 3
const ITEM = 1
const SETTINGS = { DEMO: 'off', CAPTCHA: 'off', TRUST_PROXY: 'loopback', METRICS_TOKEN }

const server = process.env.BENCH_DATABASE_URL
if (!server) throw new Error('This needs PostgreSQL: set TEST_DATABASE_URL.')
const sizes = process.argv
  .slice(2)
  .filter((text) => /^\d+$/.test(text))
  .map(Number)
const load = loadavg()[0] ?? 0
process.stdout.write(`${cpus().length} cores, load at the start ${load.toFixed(1)}\n`)
for (const size of sizes.length > 0 ? sizes : [10_000, 100_000, 1_000_000]) {
  await withDatabase(server, (url) => measure(url, size))
}

async function measure(url: string, size: number): Promise<void> {
  await (await postgresDatabase(url)).close()
  await fill(url, size)
  process.stdout.write(`\n${size.toLocaleString('en')} letterboxes on PostgreSQL\n`)
  const starts: number[] = []
  for (let i = 0; i < STARTS; i++) {
    const from = performance.now()
    await withServer(SETTINGS, url, async (origin) => {
      starts.push(performance.now() - from)
      if (i < STARTS - 1) return
      const memory = await sumOf(origin, 'process_resident_memory_bytes')
      process.stdout.write(
        `  from its start to the first answer ${starts.map((ms) => (ms / 1000).toFixed(1)).join(', ')} s; holds ${(memory / 1e6).toFixed(0)} MB\n`,
      )
      await measureCalls(origin, size)
    })
  }
}

async function measureCalls(url: string, size: number): Promise<void> {
  const reader = await neighbour(url)
  const lender = await neighbour(url, [ITEM])
  const text = `Darf ich? ${randomUUID()}`
  await post(
    url,
    '/transactions/create',
    { renter_id: lender.userId, item_id: ITEM, text },
    reader.token,
  )
  const tiles = pickTiles(4_000).map(pathOf)
  const ids: string[] = []
  for (const { id } of community(Math.min(size, 2_000), SEED)) ids.push(id)
  const calls: Call[] = [
    { name: 'tile, asked before', paths: tiles.slice(0, 64) },
    { name: 'list: nearest with a sticker', paths: nearest() },
    {
      name: 'one letterbox',
      paths: ids.map((id) => `/api/v1/letterboxes/getLetterboxById?letterbox_id=${id}`),
    },
    { name: 'start page', paths: ['/'] },
    { name: 'own account', paths: ['/api/v1/users/userinfo'], token: reader.token },
    { name: 'inbox', paths: ['/api/v1/transactions'], token: reader.token },
  ]
  for (const call of calls) {
    const figures: CallFigures[] = []
    for (let round = 0; round < ROUNDS; round++) figures.push(await fire(url, call, SECONDS))
    figures.sort((a, b) => a.cpu - b.cpu)
    const middle = figures[ROUNDS >> 1]
    if (!middle) throw new Error('Unexpected rounds: none')
    process.stdout.write(
      `  ${call.name.padEnd(30)} ${middle.perSecond.toFixed(0).padStart(6)}/s  ${middle.cpu.toFixed(0).padStart(6)} us of a core  p99 ${middle.p99} ms\n`,
    )
  }
}
