import { randomUUID } from 'node:crypto'
import { cpus, loadavg } from 'node:os'
import { Cluster, missingPrograms, type NodeName } from './fail-over-cluster.ts'
import { withServer } from './running-server.ts'

const SETTINGS = { DEMO: 'off', CAPTCHA: 'off', TRUST_PROXY: 'loopback' }
/** A write of each way to the database, as often. */
const EVERY_MS = 250
const BEFORE_MS = 5_000
const GIVE_UP_MS = 30_000

type Failure = 'killed' | 'hangs' | 'switch-over'

/** What happens one after the other: `npm run bench -- --fail-over --rounds=2`. */
const rounds = Number(/^--rounds=(\d+)$/.exec(process.argv.at(-1) ?? '')?.[1] ?? 2)
const plan: Failure[] = [
  ...Array.from({ length: rounds }, (): Failure => 'killed'),
  ...Array.from({ length: rounds }, (): Failure => 'hangs'),
  ...Array.from({ length: rounds }, (): Failure => 'switch-over'),
]

let networks = 0

interface Write {
  email: string
  sentAt: number
  answeredAt: number
  /** Zero: no answer. */
  status: number
}

/** An account is a row that can be counted afterwards. */
async function write(url: string): Promise<Write> {
  networks += 1
  const email = `${randomUUID()}@neighbours.example`
  const sentAt = Date.now()
  const status = await fetch(`${url}/api/v1/auth/register`, {
    method: 'POST',
    signal: AbortSignal.timeout(GIVE_UP_MS),
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`,
    },
    body: JSON.stringify({
      firstname: 'Rosa',
      lastname: 'Probst',
      email,
      address: 'Hohlstrasse 40',
      postcode: '8004',
      city: 'Zürich',
      country: 'CH',
      lang: 'de',
    }),
  }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
    () => 0,
  )
  return { email, sentAt, answeredAt: Date.now(), status }
}

const isAcknowledged = ({ status }: Write) => status >= 200 && status < 300

/** Writes again and again, whatever comes of it, until it is told to stop. */
function keepWriting(url: string) {
  const writes: Promise<Write>[] = []
  const done: Write[] = []
  const timer = setInterval(() => {
    const one = write(url)
    writes.push(one)
    void one.then((each) => done.push(each))
  }, EVERY_MS)
  return {
    /** Whether something sent after that moment was acknowledged, thrice in a row. */
    worksSince: (moment: number) =>
      done.filter((each) => each.sentAt > moment && isAcknowledged(each)).length >= 12 &&
      done.slice(-3).every(isAcknowledged),
    async stop(): Promise<Write[]> {
      clearInterval(timer)
      return Promise.all(writes)
    },
  }
}

/** The longest time between two acknowledged writes. */
function outageOf(writes: Write[]): number {
  const times = writes
    .filter(isAcknowledged)
    .map(({ answeredAt }) => answeredAt)
    .sort((a, b) => a - b)
  return Math.max(...times.slice(1).map((time, i) => time - (times[i] ?? time)))
}

function countStatuses(writes: Write[]): string {
  const counts = new Map<number, number>()
  for (const { status } of writes) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${count} x ${status || 'no answer'}`).join(', ')
}

async function breakIt(cluster: Cluster, failure: Failure): Promise<NodeName> {
  const primary = await cluster.primary()
  if (failure === 'killed') await cluster.signal(primary, 'SIGKILL')
  else if (failure === 'hangs') await cluster.signal(primary, 'SIGSTOP')
  else await cluster.switchOver(primary, primary === 'db1' ? 'db2' : 'db1')
  return primary
}

async function mend(cluster: Cluster, failure: Failure, node: NodeName): Promise<void> {
  if (failure === 'hangs') await cluster.signal(node, 'SIGCONT')
  if (failure === 'killed') cluster.startNode(node)
}

async function measure(cluster: Cluster, failure: Failure, ways: [string, string][]) {
  const writers = ways.map(([, url]) => keepWriting(url))
  await new Promise((resolve) => setTimeout(resolve, BEFORE_MS))
  const brokenAt = Date.now()
  const node = await breakIt(cluster, failure)
  const from = Date.now()
  while (!writers.every((writer) => writer.worksSince(from)) && Date.now() < from + 180_000) {
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await mend(cluster, failure, node)
  const all = await Promise.all(writers.map((writer) => writer.stop()))
  for (const [i, writes] of all.entries()) {
    const acknowledged = writes.filter(isAcknowledged).map(({ email }) => email)
    const [row] = await cluster.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM users WHERE email = ANY($1)',
      { values: [acknowledged], database: 'letterlend' },
    )
    const lost = acknowledged.length - (row?.count ?? 0)
    const slowest = Math.max(...writes.map((each) => each.answeredAt - each.sentAt))
    process.stdout.write(
      `  ${failure.padEnd(12)} ${(ways[i]?.[0] ?? '').padEnd(16)} no write for ${(outageOf(writes) / 1000).toFixed(1)} s; ` +
        `lost ${lost} of ${acknowledged.length} acknowledged; ${countStatuses(writes)}; slowest answer ${(slowest / 1000).toFixed(1)} s\n`,
    )
  }
  return brokenAt
}

const missing = missingPrograms()
if (missing.length > 0) {
  process.stdout.write(`SKIPPED fail-over: apt-get install ${missing.join(' ')}\n`)
} else {
  const load = loadavg()[0] ?? 0
  process.stdout.write(
    `a write every ${EVERY_MS} ms on each way; ${cpus().length} cores, load at the start ${load.toFixed(1)}\n\n`,
  )
  const cluster = await Cluster.start(process.env.BENCH_FAIL_OVER_PAGE ?? '')
  try {
    const { direct, haproxy } = cluster.urls
    await withServer(SETTINGS, direct, (one) =>
      withServer(SETTINGS, haproxy, async (two) => {
        for (const failure of plan) {
          await cluster.primary()
          await measure(cluster, failure, [
            ['both servers', one],
            ['HAProxy', two],
          ])
        }
      }),
    )
  } catch (error) {
    await cluster.showLogs()
    throw error
  } finally {
    await cluster.stop()
  }
}
