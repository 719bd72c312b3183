import { Agent, request } from 'node:http'
import { cpus, loadavg } from 'node:os'
import { fillBackOffice, ROWS } from './back-office-rows.ts'
import { withDatabase } from './database.ts'
import { type Waits, waitsOf, withServer } from './running-server.ts'

const WARM_UP = 5
const ROUNDS = 20
/** Milliseconds of the slowest of twenty. */
const TARGET_P95 = 100
const SETTINGS = { DEMO: 'off', CAPTCHA: 'off', TRUST_PROXY: 'loopback' }

/** As the screens ask: the first page, a late one, what is rare, what is typed. */
const LISTS: Record<string, string[]> = {
  orders: [
    '',
    'page=900',
    'status=paid&sort=payment_amount',
    'search=1000412',
    'search=steiner',
    'search=person4711',
  ],
  letterboxes: ['', 'page=900', 'search=Langstrasse%20117', 'search=person4711', 'search=Chur'],
  users: ['', 'page=900', 'search=weber-1', 'search=person4711', 'sort=name'],
  reports: ['', 'page=900', 'search=4711'],
  feedback: ['', 'page=900', 'search=4711'],
  'held-messages': ['', 'page=50'],
  'message-reports': ['', 'page=900'],
  items: [''],
  announcements: [''],
  audit: ['', 'page=900', 'search=100004711', 'search=zbinden', 'subject=order&verb=ship'],
  queues: [''],
}

const server = process.env.BENCH_DATABASE_URL
if (!server) throw new Error('This needs PostgreSQL: set TEST_DATABASE_URL.')
const load = loadavg()[0] ?? 0
const missedTargets = await withDatabase(server, async (url) => {
  // The first start makes the tables, the second one finds them filled.
  await withServer(SETTINGS, url, () => Promise.resolve())
  const { token } = await fillBackOffice(url)
  return withServer(SETTINGS, url, (origin) => measureLists(origin, token))
})
process.stdout.write(
  `\n${missedTargets === 0 ? 'All targets met' : `${missedTargets} targets missed`}\n`,
)
process.exitCode = missedTargets === 0 ? 0 : 1

async function measureLists(origin: string, token: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  process.stdout.write(
    `Lists of the back office over ${ROWS} rows on PostgreSQL, one call after the other; p50 / p95 in ms, asked p95 < ${TARGET_P95}; ${cpus().length} cores, load at the start ${load.toFixed(1)}\n\n`,
  )
  const calls = Object.entries(LISTS).flatMap(([list, queries]) =>
    queries.map((query) => ({
      name: `${list} ${query}`,
      call: () => ask(`${origin}/api/v1/admin/${list}${query && `?${query}`}`, agent, token),
    })),
  )
  // For its first seconds a process is busy with what a start leaves for later.
  for (const { call } of calls) await call()
  let missedTargets = 0
  for (const { name, call } of calls) {
    const { p50, p95 } = await timesOf(call)
    const met = p95 < TARGET_P95
    if (!met) missedTargets++
    process.stdout.write(
      `  ${name.padEnd(46)} ${p50.toFixed(1).padStart(7)} / ${p95.toFixed(1).padStart(7)}${met ? '' : '  missed'}\n`,
    )
  }
  agent.destroy()
  return missedTargets
}

async function timesOf(call: () => Promise<void>): Promise<Waits> {
  const times: number[] = []
  for (let i = 0; i < WARM_UP + ROUNDS; i++) {
    const from = performance.now()
    await call()
    times.push(performance.now() - from)
  }
  return waitsOf(times.slice(WARM_UP))
}

let networks = 0

/** Each from a network of its own, of which so many may call a minute. */
function ask(url: string, agent: Agent, token: string): Promise<void> {
  networks++
  return new Promise((resolve, reject) => {
    request(
      url,
      {
        agent,
        headers: {
          authorization: `Bearer ${token}`,
          'x-forwarded-for': `10.${networks >> 8}.${networks & 255}.1`,
        },
      },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${url} answers ${answer.statusCode}`))
        answer.resume().once('end', resolve)
      },
    )
      .once('error', reject)
      .end()
  })
}
