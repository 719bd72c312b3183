import { Agent, request } from 'node:http'
import { cpus, loadavg } from 'node:os'
import { withDatabase } from './database.ts'
import { type Waits, waitsOf, withServer } from './running-server.ts'

const ORDERS = 400
const WARM_UP = 100

const ORDER = {
  product_id: 1,
  amount: 2,
  donation: 5,
  firstname: 'Zoë',
  lastname: 'Keller',
  email: 'zoe@example.org',
  address: 'Langstrasse 94',
  postcode: '8004',
  city: 'Zürich',
  country: 'CH',
  lang: 'de',
}

const server = process.env.BENCH_DATABASE_URL
const load = loadavg()[0] ?? 0
const rows: [string, Waits][] = [['embedded', await measureOrders(null)]]
if (server) rows.push(['PostgreSQL', await withDatabase(server, measureOrders)])
process.stdout.write(
  `Storing an order, one after the other; p50 / p99 in ms; ${cpus().length} cores, load at the start ${load.toFixed(1)}\n\n`,
)
for (const [database, { p50, p99 }] of rows) {
  process.stdout.write(`  ${database.padEnd(12)} ${p50.toFixed(1)} / ${p99.toFixed(1)}\n`)
}

function measureOrders(databaseUrl: string | null): Promise<Waits> {
  const settings = { DEMO: 'off', CAPTCHA: 'off', TRUST_PROXY: 'loopback' }
  return withServer(settings, databaseUrl, async (url) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const times: number[] = []
    for (let i = 0; i < WARM_UP + ORDERS; i++) {
      const from = performance.now()
      await store(url, agent, i)
      times.push(performance.now() - from)
    }
    agent.destroy()
    return waitsOf(times.slice(WARM_UP))
  })
}

/** Each from a network of its own, of which so many may order an hour. */
function store(url: string, agent: Agent, i: number): Promise<void> {
  const body = JSON.stringify(ORDER)
  return new Promise((resolve, reject) => {
    request(
      `${url}/api/v1/orders/store`,
      {
        agent,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'x-forwarded-for': `10.${i >> 8}.${i & 255}.1`,
        },
      },
      (answer) => {
        if (answer.statusCode !== 201) reject(new Error(`Not stored: ${answer.statusCode}`))
        answer.resume().once('end', resolve)
      },
    )
      .once('error', reject)
      .end(body)
  })
}
